import { expect } from 'chai'
import { type ImportRow, importFieldsOf } from '../../parts/csv/member-rows.ts'
import type { UsersContext } from './users.calls.ts'
import { type ImportEvent, type ImportStep, NO_IMPORT } from './users.import.ts'
import { chooseFile, importTransition } from './users.import-actions.ts'
import type { InviteFields } from './users.invite-form.ts'
import { initialUsers, type UsersState } from './users.state.ts'

const file = { name: 'team.csv', header: ['email'], rows: [['ada@acme.test'], ['mel@acme.test']] }
const mapping = { email: 0, name: -1, lastName: -1, phone: -1, roles: -1 }
const row = (email: string): ImportRow => ({ line: 2, cells: [email], email, name: '', phone: '', roleIds: [] })
const ready = [row('ada@acme.test'), row('mel@acme.test')]
const bad: ImportRow = { ...row('x'), problem: { kind: 'badEmail' } }
const map: ImportStep = { step: 'map', file, mapping, defaultRoleIds: [] }
const checking: ImportStep = { ...map, step: 'checking', done: 0 }
const checked: ImportStep = { step: 'checked', file, rows: [...ready, bad] }
const running: ImportStep = { step: 'running', file, ready, next: 0, failures: [] }

const TABLE: [title: string, step: ImportStep, event: ImportEvent, next: ImportStep][] = [
  ['maps the columns of a file', NO_IMPORT, { type: 'fileRead', file, mapping }, map],
  [
    'stays with a file it can not use',
    NO_IMPORT,
    { type: 'fileRefused', problem: { kind: 'empty' } },
    { step: 'choose', problem: { kind: 'empty' } },
  ],
  [
    'keeps a role for rows without any',
    map,
    { type: 'mapped', patch: { defaultRoleIds: ['r1'] } },
    { ...map, defaultRoleIds: ['r1'] },
  ],
  ['checks once the email column is known', map, { type: 'checkStarted' }, checking],
  ['counts checked rows', checking, { type: 'rowsChecked', done: 2 }, { ...checking, done: 2 }],
  ['shows what was checked', checking, { type: 'checked', rows: [...ready, bad] }, checked],
  [
    'returns to the file when the check is refused',
    checking,
    { type: 'fileRefused', problem: { kind: 'refused', message: 'Too busy' } },
    { step: 'choose', problem: { kind: 'refused', message: 'Too busy' } },
  ],
  ['invites rows without a problem', checked, { type: 'runStarted' }, running],
  ['goes on to the next row', running, { type: 'rowTried' }, { ...running, next: 1 }],
  ['keeps a failed row', running, { type: 'rowTried', failure: bad }, { ...running, next: 1, failures: [bad] }],
  ['ends with the last row', { ...running, next: 1 }, { type: 'rowTried' }, { ...running, step: 'done', next: 2 }],
  ['waits for the row under way', running, { type: 'stopRequested' }, { ...running, step: 'stopping' }],
  ['stops after it', { ...running, step: 'stopping' }, { type: 'rowTried' }, { ...running, step: 'stopped', next: 1 }],
  ['resumes', { ...running, step: 'stopped', next: 1 }, { type: 'runStarted' }, { ...running, next: 1 }],
  ['starts over with another file', checked, { type: 'restarted' }, NO_IMPORT],
]

const IGNORED: [title: string, step: ImportStep, event: ImportEvent][] = [
  ['a second file', map, { type: 'fileRead', file, mapping }],
  ['a check without the email column', { ...map, mapping: { ...mapping, email: -1 } }, { type: 'checkStarted' }],
  ['a run without valid rows', { ...checked, rows: [bad] }, { type: 'runStarted' }],
  ['a result without a run', checked, { type: 'rowTried' }],
  ['a stop without a run', checked, { type: 'stopRequested' }],
  ['a new start during a run', running, { type: 'restarted' }],
]

describe('the import of users', () => {
  for (const [title, step, event, next] of TABLE)
    it(title, () => {
      expect(importTransition(step, event)).to.deep.equal(next)
    })
  for (const [title, step, event] of IGNORED)
    it(`ignores ${title}`, () => {
      expect(importTransition(step, event)).to.equal(step)
    })

  for (const [name, phone, fields] of [
    ['optional', 'optional', ['email', 'name', 'lastName', 'phone', 'roles']],
    ['required', 'hidden', ['email', 'name', 'lastName', 'roles']],
    ['hidden', 'optional', ['email', 'phone', 'roles']],
    ['hidden', 'hidden', ['email', 'roles']],
  ] as const)
    it(`leaves out what invitations don’t ask for: name ${name}, phone ${phone}`, async () => {
      const inviteFields: InviteFields = { name, phone }
      expect(importFieldsOf(inviteFields)).to.deep.equal(fields)
      let state: UsersState = { ...initialUsers, inviteFields }
      const apply = (change: (state: UsersState) => UsersState) => {
        state = change(state)
      }
      const context = { get: () => state, apply } as unknown as UsersContext // it calls nothing else
      const rows = 'Email,First name,Last name,Phone,Roles\nada@acme.test,Ada,Lovelace,+15550100,Admin\n'
      await chooseFile(context, new File([rows], 'team.csv'))
      const mapped = state.importing.step === 'map' ? Object.entries(state.importing.mapping) : []
      const found = mapped.filter(([, at]) => at >= 0).map(([field]) => field)
      expect(found).to.have.members([...fields])
    })

  for (const [kind, content] of [
    ['workbook', 'PK\x03\x04'],
    ['separator', 'Name Email\nAda ada@acme.test\n'],
    ['empty', 'Email\n'],
  ] as const)
    it(`names the reason why a file can’t be imported: ${kind}`, async () => {
      let state = initialUsers
      const apply = (change: (state: UsersState) => UsersState) => {
        state = change(state)
      }
      const context = { get: () => state, apply } as unknown as UsersContext // it calls nothing else
      await chooseFile(context, new File([content], 'team.csv'))
      expect(state.importing).to.deep.equal({ step: 'choose', problem: { kind } })
    })
})
