import { expect } from 'chai'
import { aUser } from '../../testing/builders.ts'
import { DEFAULT_QUERY } from './users.query.ts'
import {
  closeDialog,
  EMPTY_DRAFT,
  editDraft,
  initialUsers,
  invitesDone,
  jobAdvanced,
  jobFinished,
  jobStarted,
  jobStopping,
  loaded,
  loadFailed,
  loading,
  openDialog,
  removeUser,
  replaceUser,
  type UsersState,
} from './users.state.ts'

const ada = aUser({ id: 'ada', email: 'ada@acme.test' })
const mel = aUser({ id: 'mel', email: 'mel@acme.test' })
const page = { items: [ada, mel], _metadata: { totalItems: 2, totalPages: 1 } }
const full = loaded(page)(initialUsers)
const inviting = openDialog({
  kind: 'invite',
  draft: { ...EMPTY_DRAFT, emails: ['a@x.test', 'b@x.test'] },
  failures: [],
})(full)

describe('the state of the users page', () => {
  it('shows a skeleton on the first load and keeps the rows on the next', () => {
    expect(loading(DEFAULT_QUERY)(initialUsers).phase).to.equal('first')
    const again = loading(DEFAULT_QUERY)(full)
    expect(again.phase).to.equal('reloading')
    expect(again.users).to.deep.equal([ada, mel])
  })

  it('has an empty list of zero pages after a failed load', () => {
    const failed = loadFailed('No connection')(full)
    expect(failed).to.include({ phase: 'failed', error: 'No connection', totalPages: 0, totalItems: 0 })
    expect(failed.users).to.deep.equal([])
  })

  it('forgets the selection of people who are no longer shown', () => {
    const selected = { ...full, selected: ['ada', 'mel'] }
    const { selected: left } = loaded({ ...page, items: [mel] })(selected)
    expect(left).to.deep.equal(['mel'])
  })

  it('takes a removed person out of rows, selection and count', () => {
    const state = removeUser('ada')({ ...full, selected: ['ada'] })
    expect(state.users).to.deep.equal([mel])
    expect(state.selected).to.deep.equal([])
    expect(state.totalItems).to.equal(1)
    expect(removeUser('nobody')(state)).to.equal(state)
  })

  it('changes one row only', () => {
    const state = replaceUser('mel', { isLocked: true })(full)
    expect(state.users[0]).to.equal(ada)
    expect(state.users[1]?.isLocked).to.equal(true)
  })

  it('does not close a dialog while its work runs', () => {
    const running = jobStarted('invite', 2)(inviting)
    expect(closeDialog(running)).to.equal(running)
    expect(closeDialog(jobFinished(running)).dialog).to.equal(null)
  })

  it('counts work, keeps its failures and can be stopped once', () => {
    const one = jobAdvanced({ label: 'a@x.test', reason: 'Exists' })(jobStarted('invite', 2)(inviting))
    expect(one.job).to.deep.include({ done: 1, total: 2, failures: [{ label: 'a@x.test', reason: 'Exists' }] })
    const stopping = jobStopping(one)
    expect(stopping.job?.phase).to.equal('stopping')
    expect(jobStopping(stopping)).to.equal(stopping)
  })

  it('keeps addresses that failed or were not tried in the form', () => {
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
