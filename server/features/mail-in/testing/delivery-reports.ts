/** Reports of delivery as four mail servers write them, cut to what counts; after messages of the corpus sisimai/set-of-emails. */

type About = {
  /** The envelope sender of our message. */
  to: string
  /** The address that it did not reach. */
  address: string
  /** Without angle brackets. */
  messageId: string
  status?: string
}

const returned = ({ address, messageId }: About) => [
  'From: GYA <no-reply@gya.example>',
  `To: ${address}`,
  'Subject: Searches',
  `Message-ID: <${messageId}>`,
  '',
  'Are they back?',
]

const report = (heads: string[], about: About, [text, ...status]: [string, ...string[]]) =>
  [
    ...heads,
    `To: ${about.to}`,
    'Date: Tue, 10 Mar 2026 09:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    text,
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '',
    '--part',
    'Content-Type: message/rfc822',
    '',
    ...returned(about),
    '--part--',
    '',
  ].join('\r\n')

export const postfixReport = (about: About): string =>
  report(
    [
      'From: MAILER-DAEMON@mx.elsewhere.example (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'Message-Id: <20260310090000.4C2A@mx.elsewhere.example>',
    ],
    about,
    [
      `This is the mail system at host mx.elsewhere.example.\r\n\r\n<${about.address}>: host mx.firm.example[192.0.2.25] said: 550 5.1.1 User unknown`,
      'Reporting-MTA: dns; mx.elsewhere.example',
      'X-Postfix-Queue-ID: 4C2A',
      '',
      `Final-Recipient: rfc822; forwarded@elsewhere.example`,
      `Original-Recipient: rfc822;${about.address}`,
      `Action: ${about.status?.startsWith('4') ? 'delayed' : 'failed'}`,
      `Status: ${about.status ?? '5.1.1'}`,
      'Remote-MTA: dns; mx.firm.example',
      `Diagnostic-Code: smtp; 550 5.1.1 <${about.address}>: Recipient address`,
      '    rejected: User unknown',
    ],
  )

export const eximReport = (about: About): string =>
  report(
    [
      `X-Failed-Recipients: ${about.address}`,
      'Auto-Submitted: auto-replied',
      'From: Mail Delivery System <Mailer-Daemon@mx.elsewhere.example>',
      'Subject: Mail delivery failed: returning message to sender',
      'Message-Id: <E1rNeko-0002qr-xp@mx.elsewhere.example>',
    ],
    about,
    [
      `A message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ${about.address}`,
      'Reporting-MTA: dns; mx.elsewhere.example',
      '',
      'Action: failed',
      `Final-Recipient: rfc822;${about.address}`,
      'Status: 5.0.0',
      'Remote-MTA: dns; mx.firm.example',
      'Diagnostic-Code: smtp; 550 mailbox unavailable',
    ],
  )

/** Waited too long: a 4.x.x status with "Action: failed". */
export const exchangeReport = (about: About): string =>
  report(
    [
      'From: <postmaster@firm.example>',
      'Subject: Undeliverable: Searches',
      'Auto-Submitted: auto-replied',
      'Message-ID: <0f0a@EXCH01.prod.outlook.example>',
    ],
    about,
    [
      `Delivery has failed to these recipients or groups:\r\n\r\n${about.address}<mailto:${about.address}>`,
      'Reporting-MTA: dns;EXCH01.prod.outlook.example',
      '',
      `Final-Recipient: rfc822;${about.address}`,
      'Action: failed',
      'Status: 4.4.7',
      'Diagnostic-Code: smtp;550 4.4.7 QUEUE.Expired; message expired',
    ],
  )

/** Without a standard part. */
export const gmailReport = ({ to, address, messageId }: About): string =>
  [
    'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'Subject: Delivery Status Notification (Failure)',
    'Message-ID: <0016e6d99d0b@google.com>',
    'Date: Tue, 10 Mar 2026 09:00:00 +0000',
    'Content-Type: text/plain; charset=UTF-8',
    '',
    'Delivery to the following recipient failed permanently:',
    '',
    `     ${address}`,
    '',
    'Technical details of permanent failure:',
    'The error that the other server returned was: 550 550 5.2.1 The email account is disabled (state 14).',
    '',
    '----- Original message -----',
    '',
    `Message-ID: <${messageId}>`,
    'Subject: Searches',
    `To: ${address}`,
    '',
    'Are they back?',
    '',
  ].join('\r\n')
