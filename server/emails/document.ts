type Typed = { replyTo: string; subject?: string | undefined; message: string }

/** To the recipients the sender entered, with a document of a property attached: the sender's words, and its name unless a subject was typed. */
export const documentEmail = ({ replyTo, subject, message }: Typed, fileName: string) => ({
  replyTo,
  subject: subject || fileName,
  text: message,
})
