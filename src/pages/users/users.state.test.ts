import { expect } from 'chai'
import { aUser } from '../../testing/builders.ts'
import {
  EMPTY_DRAFT,
  editDraft,
  initialUsers,
  invitesDone,
  jobAdvanced,
  jobFinished,
  jobStarted,
  jobStopping,
  replaceUser,
  type UsersState,
} from './users.state.ts'

const ada = aUser({ id: 'ada', email: 'ada@acme.test' })
const mel = aUser({ id: 'mel', email: 'mel@acme.test' })
const full: UsersState = {
  ...initialUsers,
  list: { ...initialUsers.list, phase: 'ready', rows: [ada, mel], totalItems: 2 },
}
const inviting: UsersState = {
  ...full,
  dialog: { kind: 'invite', draft: { ...EMPTY_DRAFT, emails: ['a@x.test', 'b@x.test'] }, failures: [] },
}

describe('the state of the users page', () => {
  it('changes one row only', () => {
    const { rows } = replaceUser('mel', { isLocked: true })(full).list
    expect(rows[0]).to.equal(ada)
    expect(rows[1]?.isLocked).to.equal(true)
  })

  it('counts finished work, keeps failures and can be stopped once', () => {
    const one = jobAdvanced({ label: 'a@x.test', reason: 'Exists' })(jobStarted('invite', 2)(inviting))
    expect(one.job).to.deep.include({ done: 1, total: 2, failures: [{ label: 'a@x.test', reason: 'Exists' }] })
    const stopping = jobStopping(one)
    expect(stopping.job?.phase).to.equal('stopping')
    expect(jobStopping(stopping)).to.equal(stopping)
  })

  it('keeps emails that failed or were not tried in the form', () => {
    const failures = [{ label: 'b@x.test', reason: 'Exists' }]
    const { dialog } = invitesDone(['b@x.test'], failures)(inviting)
    expect(dialog).to.deep.include({ kind: 'invite', failures })
    expect(dialog?.kind === 'invite' && dialog.draft.emails).to.deep.equal(['b@x.test'])
    expect(invitesDone([], [])(inviting).dialog).to.equal(null)
  })

  const untouched: [string, (state: UsersState) => UsersState][] = [
    ['typing without a dialog', editDraft({ name: 'x' })],
    ['progress without work', jobAdvanced()],
    ['stopping without work', jobStopping],
    ['the end of no work', jobFinished],
  ]
  for (const [title, transition] of untouched)
    it(`ignores ${title}`, () => {
      expect(transition(full)).to.equal(full)
    })
})
