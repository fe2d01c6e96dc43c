/** The mail server will never take this email, such as one for a mailbox that doesn't exist. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}
