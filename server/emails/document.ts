type Typed = { replyTo: string; subject?: string | undefined; message: string }

/**
 * To the recipients that the sender entered, with a document of a property attached: the sender's text, with the document's name as subject
 * unless one was entered.
 */
export const documentEmail = ({ replyTo, subject, message }: Typed, fileName: string) => ({
  replyTo,
  subject: subject || fileName,
  text: message,
})
