import { expect } from 'chai'
import { team } from '../../contract/users.ts'
import type { Slice } from '../../feature/slice.ts'
import { HttpError, NetworkError } from '../../kernel/errors.ts'
import { settle } from '../../testing/clock.ts'
import { mountSlice } from '../../testing/slice.ts'
import { emptyList, type ListQuery, type ListState, shownRows } from '../record-list/list-state.ts'
import { createPageContext } from './page-context.ts'
import { PAGE_AT_START, type PageState } from './page-state.ts'
import { createRemoval } from './removal.ts'

interface Row {
  id: string
}

interface State extends PageState<never, { kind: 'any' }, 'removed' | 'removalFailed'> {
  list: ListState<Row, ListQuery>
}

const rows = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((id) => ({ id }))
const list = { ...emptyList<Row, ListQuery>({ search: '', page: 0, size: 10, sort: 'name', order: 'ASC' }), rows }
const initial: State = { ...PAGE_AT_START, list: { ...list, totalItems: rows.length } }

const tables = { team }

const slice: Slice<State, ReturnType<typeof createRemoval<Row, State, typeof tables>>> = (context) => {
  const page = createPageContext(context, { tables, initial })
  return createRemoval<Row, State, typeof tables>(page, {
    event: 'delete-user',
    detailOf: ({ id }) => id,
    nameOf: ({ id }) => id,
    remove: ({ id }) => page.api.team.deleteMember({ path: { userId: id } }),
    notice: 'removed',
    failed: 'removalFailed',
  })
}

const setUp = () => {
  const { fake, actions, state, events } = mountSlice(slice, initial)
  const refuse = (error: Error) =>
    fake.respond(team.deleteMember, () => {
      throw error
    })
  const removeAll = async (...names: readonly string[]) => {
    actions.remove(...rows.filter(({ id }) => names.includes(id)))
    actions.commit(state().notice?.undo ?? '')
    await settle()
  }
  const shown = () => shownRows(state().list).map(({ id }) => id)
  const sent = () => fake.inputsOf(team.deleteMember).map(({ path }) => path?.userId)
  return { fake, refuse, removeAll, state, shown, sent, events }
}

describe('A removal that the server did not do', () => {
  it('can be tried again, for all rows that failed in one toast', async () => {
    const { fake, refuse, removeAll, state, shown, sent, events } = setUp()
    refuse(new NetworkError('cut'))
    await removeAll('Ada', 'Bo', 'Cy', 'Di')
    expect(state().notice).to.deep.include({ key: 'removalFailed', values: { name: 'Ada, Bo, Cy +1' } })
    expect(state().notice?.failure).to.deep.equal({ kind: 'offline' })
    expect(shown(), 'kept by the server').to.deep.equal(['Ada', 'Bo', 'Cy', 'Di', 'Ed'])
    fake.respond(team.deleteMember, () => ({}))
    await state().notice?.retry?.()
    expect(shown()).to.deep.equal(['Ed'])
    expect(sent()).to.deep.equal(['Ada', 'Bo', 'Cy', 'Di', 'Ada', 'Bo', 'Cy', 'Di'])
    expect(events.map(([, id]) => id)).to.deep.equal(['Ada', 'Bo', 'Cy', 'Di'])
  })

  it('is done when the second try finds nothing left to remove', async () => {
    const { refuse, removeAll, state, shown } = setUp()
    refuse(new NetworkError('cut'))
    await removeAll('Ada')
    refuse(new HttpError('Not found', 404))
    const { seq } = state().notice ?? {}
    await state().notice?.retry?.()
    expect([shown().includes('Ada'), state().notice?.seq]).to.deep.equal([false, seq])
  })

  for (const [status, canRetry] of [
    [500, true],
    [503, true],
    [429, true],
    [400, false],
    [403, false],
    [409, false],
  ] as const) {
    it(`${canRetry ? 'can' : 'can’t'} be tried again after a response with status ${status}`, async () => {
      const { refuse, removeAll, state } = setUp()
      refuse(new HttpError('No', status))
      await removeAll('Ada')
      expect([state().notice?.key, state().notice?.retry !== undefined]).to.deep.equal(['removalFailed', canRetry])
    })
  }
})
