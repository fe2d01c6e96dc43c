/** Matches a heading of emails in the languages of common exports. */
export const EMAIL_HEADING =
  /^e ?mail|mail( ?adresse)?$|^address$|^login$|^user ?name$|^user principal name$|^upn$|^courriel|^adresse électronique|^correo|^posta elettronica$|^e ?post|^sähköposti|почта$|^ηλεκτρονικό ταχυδρομείο|^メール|^電子メール|^电子邮件|^邮箱|^이메일|^البريد|^דוא|^อีเมล/i

/** Removes what exports of directories add to a heading, such as `first_name` and `Last Name [Required]`. */
export const headingOf = (head: string): string =>
  head
    .normalize('NFC')
    .replace(/[[(].*?[\])]|\*/g, '')
    .replace(/[_.\-\s]+/g, ' ')
    .trim()
