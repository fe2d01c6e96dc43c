import { isEmailDomain, normalizeEmail } from '../rules/email.ts'
import { readUrl, SettingError, schemeError } from './setting-values.ts'

/** Reads an email, or a name before an email in angle brackets. */
export const readSender = (name: string, text: string): string => {
  const [, email = text] = /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text) ?? []
  if (normalizeEmail(email)) return text
  throw new SettingError(`${name} must be an email, or a name and an email like Acme <no-reply@example.com>.`)
}

/** Reads the URL of a mail server; only one whose name is a domain can be the sender's domain too. */
export const readSmtpUrl = (text: string | undefined): string | undefined => {
  const url = readUrl('SMTP_URL', text, ['smtp:', 'smtps:'])
  if (!url) return undefined
  const { hostname, searchParams } = new URL(url)
  const from = searchParams.get('from')
  if (from !== null) readSender('SMTP_URL: from', from)
  else if (!isEmailDomain(hostname))
    throw new SettingError('SMTP_URL needs a sender, because its host is no domain: add ?from=no-reply@example.com.')
  return url
}

/** The authority has several hosts, which libpq reads, but not the driver. */
const SEVERAL_HOSTS = /^\w+:\/\/(?:[^/?#]*@)?[^/?#@]*,/

/** A password with such characters moves the border between the parts of a URL. */
const MISREAD = /#|^\w+:\/\/[^/?]*\/[^?]*@/

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
