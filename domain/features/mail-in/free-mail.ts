/** Public providers of e-mail: people who share such a domain have nothing in common. */
const providers = new Set(
  `aol.com aol.co.uk blueyonder.co.uk btinternet.com btopenworld.com duck.com fastmail.com fastmail.fm fsmail.net gmail.com gmx.co.uk
  gmx.com gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.fr icloud.com live.co.uk live.com mac.com mail.com me.com
  msn.com ntlworld.com orange.net outlook.com outlook.co.uk plus.com plusnet.com pm.me proton.me protonmail.com rocketmail.com
  sky.com talk21.com talktalk.net tesco.net tiscali.co.uk tutanota.com uwclub.net virgin.net virginmedia.com web.de wanadoo.co.uk
  yahoo.co.uk yahoo.com yahoo.fr yandex.com ymail.com zoho.com`.split(/\s+/),
)

export const isFreeMail = (domain: string): boolean => providers.has(domain)
