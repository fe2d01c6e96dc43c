import { normalizeEmail } from '../rules/email.ts'
import { readUrl, SettingError, schemeError } from './setting-values.ts'

/** Returns the email of a sender, which may follow a name in angle brackets. */
const emailOf = (sender: string): string => /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(sender)?.[1] ?? sender

const senderError = (name: string): SettingError =>
  new SettingError(`${name} must be an email, or a name and an email like Acme <no-reply@example.com>.`)

/** Reads a sender that a gateway on the internet takes. */
export const readSender = (name: string, text: string): string => {
  if (normalizeEmail(emailOf(text))) return text
  throw senderError(name)
}

/** A mail server of a private network may take a sender without a domain of the internet, such as `app@localhost`. */
const ANY_EMAIL = /^[^\s@]+@[^\s@]+$/

/** Reads the URL of a mail server, whose query may have the sender. */
export const readSmtpUrl = (text: string | undefined): string | undefined => {
  const url = readUrl('SMTP_URL', text, ['smtp:', 'smtps:'])
  const from = url && new URL(url).searchParams.get('from')
  if (typeof from === 'string' && !ANY_EMAIL.test(emailOf(from))) throw senderError('SMTP_URL: from')
  return url
}

/** The authority has several hosts, which libpq reads, but not the driver. */
const SEVERAL_HOSTS = /^\w+:\/\/(?:[^/?#]*@)?[^/?#@]*,/

/** A password with such characters moves the border between the parts of a URL. */
const MISREAD = /#|^\w+:\/\/[^/?]*(?:\/[^?]*|\?[^=]*)@/

/** Reads the URL of a PostgreSQL database. Its host may be missing if its query has the folder of the socket. */
export const readDatabaseUrl = (name: string, text: string | undefined): string | undefined => {
  if (!text) return undefined
  if (!/^postgres(?:ql)?:\/\//i.test(text)) throw schemeError(name, ['postgres:', 'postgresql:'])
  // The messages omit the URL, which may contain a password.
  if (SEVERAL_HOSTS.test(text)) throw new SettingError(`${name} must have one host, such as that of a pooler.`)
  // The driver reads a missing host in this way too.
  const withHost = text.replace('@/', '@localhost/')
  if (!URL.canParse(withHost) || MISREAD.test(withHost))
    throw new SettingError(
      `${name} can't be read. Percent-encode : / ? # [ ] @ and % in its user name and password, such as %40 for @.`,
    )
  return text
}
