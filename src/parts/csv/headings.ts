/** Matches a heading of emails in the languages of common exports. */
export const EMAIL_HEADING =
  /^e ?mail|mail( ?adresse)?$|^address$|^login$|^user ?name$|^user principal name$|^upn$|^courriel|^adresse électronique|^correo|^posta elettronica$|^e ?post|^sähköposti|почта$|^ηλεκτρονικό ταχυδρομείο|^メール|^電子メール|^电子邮件|^邮箱|^이메일|^البريد|^דוא|^อีเมล/i

/** Words for a first name and for a last name, which some languages also write alone as "name". */
const FIRST_NAMES = `first|given|fore|vorname|prénom|nombres?|nome|voornaam|förnamn|fornavn|etunimi|jméno|imię|ad[ıi]?|имя|
  όνομα|名|이름|keresztnév|prenume|ім.?я|ime|име|meno|vardas|vārds|eesnimi|nama depan|שם פרטי|الاسم الأول|名字|tên|نام`
const LAST_NAMES = `last|family|sur|nachname|familienname|nom|apellidos?|cognome|sobrenome|apelidos?|achternaam|efternamn|
  efternavn|etternavn|sukunimi|příjmení|nazwisko|soyad[ıi]?|фамилия|επώνυμο|姓|성|vezetéknév|прізвище|prezime|презиме|priimek|
  priezvisko|pavardė|uzvārds|perekonnanimi|nama belakang|שם משפחה|اسم العائلة|姓氏|นามสกุล|họ|उपनाम|نام خانوادگی`
const WHOLE_NAMES = `full ?name|display ?name|teljes név|nume complet|שם מלא|الاسم الكامل|姓名|氏名|성명|성함|ชื่อ นามสกุล|
  họ (và )?tên|पूरा नाम|nama lengkap|nome completo|nome e cognome|nombre completo|nombre y apellidos?|nom complet|
  nom et prénoms?|prénoms? et nom|nom i cognoms|vollständiger name|vor und nachname|imię i nazwisko|jméno a příjmení|
  meno a priezvisko|ime i prezime|ime in priimek|фио|полное имя|піб|ονοματεπώνυμο|ad[ıi]? soyad[ıi]?|volledige naam`
const NAMES = `name|nom|név|nume|שם|الاسم|お?名前|ชื่อ|नाम|nama|naam|namn|navn|nimi|nafn`
const oneOf = (words: string): string => words.replace(/\n\s+/g, '')

/** Matches a heading of first names. */
export const FIRST_NAME_HEADING = new RegExp(`^(user ?)?(${oneOf(FIRST_NAMES)}) ?(names?)?$`, 'i')
/**
 * Match a heading of last names, the surest first. With Catalan last names "nom" is the first name, and with Arabic
 * ones "اللقب" is a title.
 */
export const LAST_NAME_HEADINGS: readonly RegExp[] = [
  /^cognoms?$/i,
  new RegExp(`^(user ?)?(${oneOf(LAST_NAMES)}) ?(names?|de famille)?$`, 'i'),
  /^اللقب$/,
]
/** Matches a heading of whole names only. */
export const WHOLE_NAME_HEADING = new RegExp(`^(${oneOf(WHOLE_NAMES)})$`, 'i')
/** Matches a heading of names, whole, first or last. */
export const NAME_HEADING = new RegExp(`^(${NAMES})$|${WHOLE_NAME_HEADING.source}|${FIRST_NAME_HEADING.source}`, 'i')
/** Matches a heading of phone numbers, but none of fax numbers or of a column beside them, such as `Phone type`. */
export const PHONE_HEADING =
  /^(?!.*(fax|\b(verif|consent|types?\b|typ\b|labels?\b|id\b)|(extension|country|code)$))(.*phone(?!tic)|.*\bmob(il\p{L}*|iel|itel)\b|.*tel[eé]f[oóò]n|tel(?!jes|egram)|contact n(o|r|um\p{L}*)\b|cell\b|.*cell?ular|handy|rufnummer|festnetz|natel|.*móvil|gsm|.*puhelin|tlf|.*tālru|di động|.*điện thoại|nom.*telepon|telepon|no hp|.*(телефон|мобильн|мобілн)|(моб|тел)$|.*(τηλέφωνο|κινητ)|.*(携帯|電話|电话|手机|手機|전화|휴대|טלפון|נייד|هاتف|جوال|تلفن|موبایل|โทร|फ़?ोन|मोबाइल)|เบอร์)/iu
export const ROLES_HEADING =
  /^(user ?)?(roles?|rolle[rn]?|rôles?|rol(len)?|ruol[oi]|funç(ão|ões)|pape(l|is)|рол[ьиія]|rol[aeă]|rool(i|it)|ρόλο[ςι]|szerepkör(ök)?|uloga|vaidmuo|loma|berechtigung(en)?|角色|役割|ロール|역할|(ال)?(دور|أدوار)|نقش|บทบาท|भूमिका|peran|vai trò)( ?(name|key)s?)?$|^groups? roles?$/i

/** Removes what exports of directories add to a heading, such as `first_name` and `Last Name [Required]`. */
export const headingOf = (head: string): string =>
  head
    .normalize('NFC')
    .replace(/[[(].*?[\])]|\*/g, '')
    .replace(/[_.\-\s]+/g, ' ')
    .trim()
