/** Matches a heading of emails in the languages of common exports. */
export const EMAIL_HEADING =
  /^e ?mail|mail( ?adresse)?$|^address$|^login$|^user ?name$|^user principal name$|^upn$|^courriel|^adresse électronique|^correo|^posta elettronica$|^e ?post|^sähköposti|почта$|^ηλεκτρονικό ταχυδρομείο|^メール|^電子メール|^电子邮件|^邮箱|^이메일|^البريد|^דוא|^อีเมล/i

/** Words for a first name and for a last name, which some languages also write alone as "name". */
const FIRST_NAMES = `first|given|fore|vorname|prénom|nombres?|nome|voornaam|förnamn|fornavn|etunimi|jméno|imię|ad|имя|
  όνομα|名|이름|keresztnév|prenume|ім.?я|ime|име|meno|vardas|vārds|eesnimi|nama depan|שם פרטי|الاسم الأول|名字|tên|نام`
const LAST_NAMES = `last|family|sur|nachname|familienname|nom|apellidos?|cognome|sobrenome|apelidos?|achternaam|efternamn|
  efternavn|etternavn|sukunimi|příjmení|nazwisko|soyad|фамилия|επώνυμο|姓|성|vezetéknév|прізвище|prezime|презиме|priimek|
  priezvisko|pavardė|uzvārds|perekonnanimi|nama belakang|שם משפחה|اسم العائلة|اللقب|姓氏|นามสกุล|họ|उपनाम|cognoms|نام خانوادگی`
const NAMES = `név|teljes név|nume|nume complet|שם|שם מלא|الاسم|الاسم الكامل|姓名|氏名|お?名前|성명|성함|ชื่อ|ชื่อ นามสกุล|
  họ (và )?tên|नाम|पूरा नाम|nama|nama lengkap|nome completo|nombre completo|nombre y apellidos?|nom complet|nom et prénom|
  vollständiger name|imię i nazwisko|jméno a příjmení|meno a priezvisko|ime i prezime|ime in priimek|фио|полное имя|піб|
  ονοματεπώνυμο|adı? soyadı?|naam|volledige naam|namn|navn|nimi|nafn`
const oneOf = (words: string): string => words.replace(/\n\s+/g, '')

/** Matches a heading of first names. */
export const FIRST_NAME_HEADING = new RegExp(`^(user ?)?(${oneOf(FIRST_NAMES)}) ?(names?)?$`, 'i')
/** Matches a heading of last names. */
export const LAST_NAME_HEADING = new RegExp(`^(user ?)?(${oneOf(LAST_NAMES)}) ?(names?|de famille)?$`, 'i')
/** Matches a heading of names, whole or first. */
export const NAME_HEADING = new RegExp(
  `^(full ?|display ?)?name$|^person$|^(${oneOf(NAMES)})$|${FIRST_NAME_HEADING.source}`,
  'i',
)
export const PHONE_HEADING =
  /phone|mobile|mobil$|^tel(?!jes)|^handy|^móvil|^celular|^gsm|^puhelin|^телефон|^τηλέφωνο|^携帯|^電話|^电话|^手机|^手機|^전화|^휴대|^טלפון|^هاتف|^โทรศัพท์|^เบอร์|điện thoại|^फोन/i
export const ROLES_HEADING =
  /^(roles?|rolle[rn]?|rôles?|rol(len)?|ruol[oi]|funç(ão|ões)|рол[ьиі]|rol[ae]|rool(i|it)|角色|役割|ロール|역할)( ?(name|key)s?)?$|^groups? roles?$/i

/** Removes what exports of directories add to a heading, such as `first_name` and `Last Name [Required]`. */
export const headingOf = (head: string): string =>
  head
    .normalize('NFC')
    .replace(/[[(].*?[\])]|\*/g, '')
    .replace(/[_.\-\s]+/g, ' ')
    .trim()
