import { expect } from 'chai'
import { guessMapping } from './member-rows.ts'

describe('headings of a file of users', () => {
  it('name columns in many languages', () => {
    for (const email of [
      ...['E_MAIL', 'Work Email', 'User principal name', 'UPN', 'Courriel', 'Adresse e-mail', 'Adresse électronique'],
      ...['E-Mail-Adresse', 'Mailadresse', 'Correo electrónico', 'E-post', 'E-postadress', 'Sähköposti', 'E-posta'],
      ...[
        'Электронная почта',
        'Почта',
        'Ηλεκτρονικό ταχυδρομείο',
        '邮箱',
        '電子メール',
        '이메일 주소',
        'البريد الإلكتروني',
      ],
    ])
      expect(guessMapping(['X', email, 'Y']).email, email).to.equal(1)
    for (const [first, last] of [
      ['Vorname', 'Name'],
      ['Prénom', 'Nom'],
      ['Nombre', 'Apellidos'],
      ['Nome', 'Apelido'],
      ['Fornavn', 'Etternavn'],
      ['Etunimi', 'Sukunimi'],
      ['Jméno', 'Příjmení'],
      ['Ad', 'Soyad'],
      ['Όνομα', 'Επώνυμο'],
      ['User First Name', 'User Last Name'],
      ['Keresztnév', 'Vezetéknév'],
      ['Prenume', 'Nume'],
      ['Ім’я', 'Прізвище'],
      ['Ime', 'Prezime'],
      ['Vardas', 'Pavardė'],
      ['Tên', 'Họ'],
      ['שם פרטי', 'שם משפחה'],
      ['الاسم الأول', 'اسم العائلة'],
      ['ชื่อ', 'นามสกุล'],
      ['Nama depan', 'Nama belakang'],
      ['Nom', 'Cognoms'],
      ['Adı', 'Soyadı'],
      ['ADI', 'SOYADI'],
      ['الاسم', 'اللقب'],
    ] as const) {
      const { name, lastName } = guessMapping([last, 'Email', first])
      expect([name, lastName], first).to.deep.equal([2, 0])
    }
    for (const whole of [
      ...['Teljes név', 'Nombre completo', 'Nom et prénom', 'Imię i nazwisko', 'ФИО', 'Adı Soyadı', 'Họ và tên', 'नाम'],
      ...['姓名', '氏名', '성명', 'שם מלא', 'الاسم الكامل', 'ชื่อ-นามสกุล', 'Nama Lengkap', 'Ονοματεπώνυμο', 'ADI SOYADI'],
    ]) {
      const { name, lastName } = guessMapping(['Email', whole])
      expect([name, lastName], whole).to.deep.equal([1, -1])
    }
    for (const [phone, roles] of [
      ['Telefonnummer', 'Rolle'],
      ['Móvil', 'Roles'],
      ['Celular', 'Função'],
      ['携帯電話', '役割'],
      ['电话', '角色'],
      ['Телефон', 'Роль'],
      ['Puhelinnumero', 'Rooli'],
    ] as const) {
      const found = guessMapping(['Email', phone, roles])
      expect([found.phone, found.roles], phone).to.deep.equal([1, 2])
    }
  })

  it('may include full names in addition to their parts', () => {
    for (const [head, name, lastName] of [
      [['姓名', '姓', '名'], 2, 1],
      [['ФИО', 'Фамилия', 'Имя'], 2, 1],
      [['Nome completo', 'Nome', 'Cognome'], 1, 2],
      [['displayName', 'surname', 'mail', 'givenName'], 3, 1],
      [['Full name', 'First name', 'Last name'], 1, 2],
      [['Name', 'First name', 'Last name'], 1, 2],
      [['Prénom', 'Nom et prénom'], 1, -1],
      [['Имя', 'ФИО'], 1, -1],
      [['Imię', 'Imię i nazwisko'], 1, -1],
      [['名', '姓名'], 1, -1],
      [['Vorname', 'Vollständiger Name'], 1, -1],
      [['Last name', 'Display name'], 1, -1],
      [['Nom', 'Cognoms'], 0, 1],
      [['اللقب', 'الاسم الأول', 'اسم العائلة'], 1, 2],
    ] as const) {
      const found = guessMapping(head)
      expect([found.name, found.lastName], head.join()).to.deep.equal([name, lastName])
    }
    expect(guessMapping(['Email', 'Telegram']).phone).to.equal(-1)
  })

  it('name a column of phone numbers in many languages', () => {
    for (const phone of [
      ...[
        'Phone',
        'phone_number',
        'Work Phone',
        'MobilePhone',
        'Telephone number',
        'Cell',
        'Contact number',
        'Mobile (private)',
      ],
      ...[
        'Mobilnummer',
        'Mobiltelefon',
        'Handynummer',
        'Rufnummer',
        'Natel',
        'Numéro de téléphone',
        'Numero di cellulare',
      ],
      ...[
        'Número de teléfono',
        'Teléfono móvil',
        'Celular',
        'Telemóvel',
        'Nr telefonu',
        'Număr de telefon',
        'Cep telefonu',
      ],
      ...['Mobitel', 'Mobilni telefon', 'Tālrunis', 'Telefonszám', 'Puhelinnumero', 'GSM-nummer', 'Mobiel', 'Tlf.'],
      ...[
        'Номер телефона',
        'Мобильный',
        'Моб.',
        'Тел.',
        'Κινητό',
        'Τηλέφωνο',
        '電話番号',
        '联系电话',
        '手机',
        '휴대전화',
      ],
      ...[
        'الهاتف',
        'رقم الهاتف',
        'الجوال',
        'شماره تلفن',
        'טלפון נייד',
        'เบอร์โทร',
        'फ़ोन',
        'मोबाइल',
        'Nomor telepon',
        'Số điện thoại',
      ],
    ])
      expect(guessMapping(['X', phone, 'Y']).phone, phone).to.equal(1)
    for (const other of [
      ...[
        'Fax',
        'Telefax',
        'Phone type',
        'Phone 1 - Label',
        'phone_number_verified',
        'Phone country',
        'Telegram',
        'Immobilie',
      ],
      ...['Fax number', 'Telefax number', 'Telefaxnummer', 'Fax phone', 'Phone verified at', 'Phone consent'],
      ...['Phone ID', 'Phone types', 'Phonetic First Name', 'Contact notes', 'Contact needed', 'Extension'],
      ...['Contact', 'Contact name', 'Teljes név', 'Cellar', 'Automobile club', 'Notel'],
    ])
      expect(guessMapping(['X', other, 'Y']).phone, other).to.equal(-1)
  })

  it('name a column of roles in many languages', () => {
    for (const role of [
      ...[
        'Role',
        'user_role',
        'Role names',
        'Rolle',
        'Berechtigung',
        'Rôles',
        'Papel',
        'Ruolo',
        'Rola',
        'Rolă',
        'Роля',
        'Роли',
      ],
      ...[
        'Ρόλος',
        'Szerepkör',
        'Uloga',
        'Vaidmuo',
        'Loma',
        'الدور',
        'نقش',
        'บทบาท',
        'भूमिका',
        'Peran',
        'Vai trò',
        '角色',
        '역할',
      ],
    ])
      expect(guessMapping(['X', role, 'Y']).roles, role).to.equal(1)
    for (const other of ['Enrolled', 'Paper', 'Control', 'Role description', 'Loma Linda'])
      expect(guessMapping(['X', other, 'Y']).roles, other).to.equal(-1)
  })

  it('are judged by their cells where several could name the phone numbers', () => {
    const header = ['Name', 'E-mail', 'Phone 1', 'Home phone', 'Mobile']
    const rows = [
      ['Ada', 'a@x.test', 'Work', '', '+41791234567'],
      ['Bo', 'b@x.test', 'Home', '+41441234567', '+41791234568'],
    ]
    expect(guessMapping(header, rows).phone).to.equal(4)
    expect(guessMapping(header, []).phone).to.equal(2)
    expect(guessMapping(header, [['Ada', 'a@x.test', '', '', '']]).phone).to.equal(2)
  })

  it('name no phone numbers where the cells have none', () => {
    for (const [device, phone, column] of [
      ['iOS 17', '079 123 45 67', 2],
      ['Yes', '٠٧٩ ١٢٣ ٤٥ ٦٧', 2],
      ['', '12', 1],
      ['Yes', '', 2],
      ['Yes', '1234', -1],
      ['No', 'none', -1],
    ] as const) {
      const rows = [['a@x.test', device, phone]]
      expect(guessMapping(['Email', 'Mobile device', 'Phone ext'], rows).phone, phone).to.equal(column)
    }
  })
})
