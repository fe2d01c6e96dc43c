import { expect } from 'chai'
import { aRole } from '../../testing/builders.ts'
import { LINE_BREAKS } from '../../testing/line-breaks.ts'
import {
  addEmails,
  emailsIn,
  type InviteDraft,
  type InviteFields,
  type InviteProblems,
  problemsOf,
} from './users.invite-form.ts'
import { inviteFieldsOf } from './users.list.ts'
import { EMPTY_DRAFT, newDraft } from './users.state.ts'

const fields: InviteFields = { name: 'optional', phone: 'optional' }

describe('emails to invite', () => {
  const pasted: [string, string[]][] = [
    ['ada@acme.test', ['ada@acme.test']],
    ['ada@acme.test, mel@acme.test;ivo@acme.test', ['ada@acme.test', 'mel@acme.test', 'ivo@acme.test']],
    ['ada@acme.test\r\nmel@acme.test\n\n', ['ada@acme.test', 'mel@acme.test']],
    ['Ada Byron <ada@acme.test>, "Mel, O." <mel@acme.test>', ['ada@acme.test', 'mel@acme.test']],
    ['"Byron, Ada" <ada@acme.test>; "O\\"Hara; Ivo" <ivo@acme.test>', ['ada@acme.test', 'ivo@acme.test']],
    ['ada@acme.test，mel@acme.test、ivo@acme.test；', ['ada@acme.test', 'mel@acme.test', 'ivo@acme.test']],
    ['mailto:ada@acme.test \u200bmel@acme.test\u2060', ['ada@acme.test', 'mel@acme.test']],
    ['Byron, Ada <ada@acme.test>; O’Hara, Ivo M. <ivo@acme.test>', ['ada@acme.test', 'ivo@acme.test']],
    ['mel@acme.test, Byron, Ada <ada@acme.test>', ['mel@acme.test', 'ada@acme.test']],
    ['mel.acme.test, Ada <ada@acme.test>', ['mel.acme.test', 'ada@acme.test']],
    ['“Byron， Ada” <ada@acme.test>、mel@acme.test', ['ada@acme.test', 'mel@acme.test']],
    ['ada@acme.test (Ada, Countess), "Ortiz, Mel" mel@acme.test', ['ada@acme.test', 'mel@acme.test']],
    ['info@dömäin.test', ['info@xn--dmin-moa0i.test']],
    ['ada@acme.test<mailto:ada@acme.test>; Mel <mailto:mel@acme.test>.', ['ada@acme.test', 'mel@acme.test']],
    [`"ada@acme.test", 'mel@acme.test', “ivo@acme.test”`, ['ada@acme.test', 'mel@acme.test', 'ivo@acme.test']],
    ['"ada@acme.test" (mel@acme.test)', ['ada@acme.test', 'mel@acme.test']],
    ['"ada@acme.test" <mel@acme.test>', ['ada@acme.test', 'mel@acme.test']],
    ['["ada@acme.test","mel@acme.test"]', ['ada@acme.test', 'mel@acme.test']],
    ['Ada Byron (ada@acme.test), Mel (mel@acme.test)', ['ada@acme.test', 'mel@acme.test']],
    ['Byron, Ada [mailto:ada@acme.test]; Mel (Sales) [mel@acme.test]', ['ada@acme.test', 'mel@acme.test']],
    [
      '[ada@acme.test](mailto:ada@acme.test) [Mel](mailto:mel@acme.test)\n阿达（ivo@acme.test）',
      ['ada@acme.test', 'mel@acme.test', 'ivo@acme.test'],
    ],
    ['["ada@acme.test"] (mel@acme.test)', ['ada@acme.test', 'mel@acme.test']],
    ['We need ada@acme.test.', ['We', 'need', 'ada@acme.test']],
    ['"unfinished <ada@acme.test>', ['"', 'ada@acme.test']],
    [' ADA@Acme.test ada@acme.test ', ['ada@acme.test']],
    ['ada@acme.test broken', ['ada@acme.test', 'broken']],
    [' ,; ', []],
  ]
  for (const [text, emails] of pasted)
    it(`finds ${emails.length} in ${JSON.stringify(text)}`, () => {
      expect(emailsIn(text)).to.deep.equal(emails)
    })

  it('accepts any line break between them, and after names', () => {
    for (const separator of LINE_BREAKS) {
      expect(emailsIn(`a@b.test${separator}Ada <c@d.test>${separator}e@f.test`)).to.deep.equal([
        'a@b.test',
        'c@d.test',
        'e@f.test',
      ])
    }
  })

  it('accepts each email once', () => {
    expect(addEmails(['ada@acme.test'], 'mel@acme.test Ada@acme.test')).to.deep.equal([
      'ada@acme.test',
      'mel@acme.test',
    ])
  })

  const drafts: [string, Partial<InviteDraft>, InviteFields, InviteProblems][] = [
    ['unknown', {}, fields, { emails: 'emailIsRequired' }],
    ['an email still being typed', { typing: 'ada@acme.test' }, fields, {}],
    ['what is no email', { emails: ['broken'] }, fields, { emails: 'emailMustBeValid' }],
    [
      'letters before the @ that mail servers refuse',
      { emails: ['jörg@acme.test'] },
      fields,
      { emails: 'emailIsForeign' },
    ],
    ['a missing name', { emails: ['a@b.test'] }, { ...fields, name: 'required' }, { name: 'nameIsRequired' }],
    ['a missing phone', { emails: ['a@b.test'] }, { ...fields, phone: 'required' }, { phone: 'phoneIsRequired' }],
    ['an odd phone', { emails: ['a@b.test'], phone: 'call me' }, fields, { phone: 'phoneIsInvalid' }],
    ['many, who need no name', { emails: ['a@b.test', 'c@d.test'] }, { ...fields, name: 'required' }, {}],
  ]
  for (const [title, draft, asked, problems] of drafts)
    it(`accepts or rejects ${title}`, () => {
      expect(problemsOf({ ...EMPTY_DRAFT, ...draft }, asked)).to.deep.equal(problems)
    })

  it('requires a visible name', () => {
    const fields = { name: 'required', phone: 'hidden' } as const
    const draft = { ...EMPTY_DRAFT, typing: 'ada@acme.test' }
    for (const name of ['', ' ', '\u202e', '\u200b\n'])
      expect(problemsOf({ ...draft, name }, fields)).to.deep.equal({ name: 'nameIsRequired' })
    expect(problemsOf({ ...draft, name: 'Ada' }, fields)).to.deep.equal({})
  })

  it('starts with the default roles', () => {
    const roles = [
      { ...aRole({ id: 'r1', isDefault: true }), description: '' },
      { ...aRole({ id: 'r2', isDefault: false }), description: '' },
    ]
    expect(newDraft(roles).roleIds).to.deep.equal(['r1'])
  })

  it('asks for the fields that init options or the portal’s metadata configured', () => {
    const asked = {
      adminPortal: {
        pages: {
          users: {
            inviteUserModal: {
              inviteByEmail: {
                fieldsProperties: {
                  name: { settings: { validation: { required: true } } },
                  phoneNumber: { appearance: 'hidden' },
                },
              },
            },
          },
        },
      },
    }
    const wanted = { name: 'required', phone: 'hidden' }
    expect(inviteFieldsOf({})).to.deep.equal(fields)
    expect(inviteFieldsOf({ theme: asked })).to.deep.equal(wanted)
    expect(inviteFieldsOf({ configuration: { themeV2: asked } })).to.deep.equal(wanted)
  })
})
