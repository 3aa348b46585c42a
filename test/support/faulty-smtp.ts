import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The stage of a delivery at which the fault occurs: the greeting, a command, or after the complete message. */
export type Stage = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message'
export type Fault = {
  stage: Stage
  /**
   * Replies with this code; never replies; closes the connection; accepts the message and closes the connection; replies 250
   * and discards the message.
   */
  behaviour: number | 'hangs' | 'drops' | 'takes and drops' | 'loses'
}

export type FaultySmtp = {
  /** For SMTP_URL. */
  url: string
  /** Applies to every delivery; null for none. */
  fault: Fault | null
  /** Delay before each reply in milliseconds. */
  delayMs: number
  /** Message-IDs of accepted messages, in order. */
  taken: string[]
  /** Accepted messages after which the server closed the connection, so that the client does not know the outcome. */
  unclear: string[]
  /** Messages that it acknowledged and discarded. */
  lost: string[]
  close(): Promise<void>
}

/** A minimal SMTP server with fault injection at each stage of a delivery. */
export async function startFaultySmtp(): Promise<FaultySmtp> {
  const sockets = new Set<Socket>()
  const server: FaultySmtp = {
    url: '',
    fault: null,
    delayMs: 0,
    taken: [],
    unclear: [],
    lost: [],
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void listening.close(() => resolve()))
    },
  }
  const listening = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(server, socket)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  server.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return server
}

const normalReplies: Record<Stage, string> = {
  greeting: '220 mail.example ESMTP',
  EHLO: '250 mail.example',
  MAIL: '250 Sender OK',
  RCPT: '250 Recipient OK',
  DATA: '354 Go ahead',
  message: '250 Taken',
}

function converse(server: FaultySmtp, socket: Socket): void {
  let heard = ''
  let inMessage = false
  const answer = (stage: Stage, message?: string): void => {
    const does = server.fault?.stage === stage ? server.fault.behaviour : null
    const said = () => {
      if (does === 'hangs') return
      if (message !== undefined) {
        const id = /^message-id: *(\S+)/im.exec(message)?.[1] ?? ''
        if (does === null || does === 'takes and drops') server.taken.push(id)
        if (does === 'takes and drops') server.unclear.push(id)
        if (does === 'loses') server.lost.push(id)
      }
      if (does === 'drops' || does === 'takes and drops') return void socket.destroy()
      inMessage = stage === 'DATA' && does === null
      socket.write(`${typeof does === 'number' ? `${does} Not now` : normalReplies[stage]}\r\n`)
    }
    if (server.delayMs > 0) setTimeout(said, server.delayMs)
    else said()
  }
  socket.on('data', (bytes) => {
    heard += String(bytes)
    for (;;) {
      const end = inMessage ? heard.indexOf('\r\n.\r\n') : heard.indexOf('\r\n')
      if (end < 0) return
      const part = heard.slice(0, end)
      heard = heard.slice(end + (inMessage ? 5 : 2))
      if (inMessage) {
        inMessage = false
        answer('message', part)
      } else if (/^QUIT/i.test(part)) socket.end('221 Bye\r\n')
      else if (/^RSET|^NOOP/i.test(part)) socket.write('250 OK\r\n')
      else answer(stageOf(part))
    }
  })
  answer('greeting')
}

const stageOf = (command: string): Stage => {
  const [word = ''] = command.toUpperCase().split(' ')
  return word === 'HELO' ? 'EHLO' : (word as Stage)
}
