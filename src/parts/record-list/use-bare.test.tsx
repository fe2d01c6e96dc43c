import { expect } from 'chai'
import { FeatureProvider } from '../../feature/feature-context.tsx'
import type { FeatureRuntime } from '../../feature/feature-runtime.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { emptyList, type ListState, listLoaded, listLoading } from './list-state.ts'
import { useBare } from './use-bare.ts'

interface Row {
  id: string
}

const QUERY = { search: '', sort: 'name', order: 'ASC', page: 0, size: 20 } as const
const first: ListState<Row> = emptyList(QUERY)
const none = listLoaded(first, { items: [], totalItems: 0 })
const one = listLoaded(first, { items: [{ id: 'a' }], totalItems: 1 })
const again = listLoading(none, QUERY)

interface Step {
  list: ListState<Row>
  isFiltered?: boolean
  account?: string
}

const Probe = ({ list, isFiltered = false }: Step) => {
  const { isBare, isFlat } = useBare({ list, label: 'Groups', isFiltered })
  if (isFlat) return 'no space'
  return isBare ? 'hidden' : 'shown'
}

describe('the search box of a list', () => {
  let screen: RenderedUi | undefined
  afterEach(async () => {
    await screen?.unmount()
    screen = undefined
  })

  /** Returns, for each step of one visit, whether the search box is shown, hidden, or without space. */
  const visit = async (local: ReturnType<typeof createMemoryStorage>, steps: readonly Step[]) => {
    const seen: string[] = []
    await screen?.unmount()
    screen = await renderUi(null)
    for (const step of steps) {
      const session = { activeTenant: { tenantId: step.account ?? 'acme' } }
      const runtime: unknown = { deps: { local }, store: { getState: () => ({ session }) } }
      // The hook reads no more.
      await screen.rerender(
        <FeatureProvider value={runtime as FeatureRuntime}>
          <Probe {...step} />
        </FeatureProvider>,
      )
      seen.push(screen.root.textContent ?? '')
    }
    return seen
  }

  it('keeps its space on the first visit of an empty list, and takes none from the next visit on', async () => {
    const local = createMemoryStorage()
    expect(await visit(local, [{ list: first }, { list: none }, { list: again }])).to.eql(['shown', 'hidden', 'hidden'])
    expect(await visit(local, [{ list: first }, { list: none }, { list: again }])).to.eql(Array(3).fill('no space'))
  })

  it('is back with the first record, also on the next visit', async () => {
    const local = createMemoryStorage()
    await visit(local, [{ list: none }])
    expect(await visit(local, [{ list: first }, { list: one }, { list: none }])).to.eql(['no space', 'shown', 'hidden'])
    await visit(local, [{ list: one }])
    expect(await visit(local, [{ list: first }])).to.eql(['shown'])
  })

  it('stays while a filter finds nothing, and while the list without it loads', async () => {
    const local = createMemoryStorage()
    const steps = [{ list: one }, { list: none, isFiltered: true }, { list: again }, { list: one }]
    expect(await visit(local, steps)).to.eql(Array(4).fill('shown'))
    expect(await visit(local, [{ list: first }])).to.eql(['shown'])
  })

  it('keeps its space after the last record was removed, also while the list loads again', async () => {
    const steps = [{ list: first }, { list: one }, { list: none }, { list: again }]
    expect(await visit(createMemoryStorage(), steps)).to.eql(['shown', 'shown', 'hidden', 'hidden'])
  })

  it('is remembered for one account: another one begins with it', async () => {
    const local = createMemoryStorage()
    await visit(local, [{ list: none }])
    const steps = [{ list: first }, { list: first, account: 'globex' }, { list: one, account: 'globex' }]
    expect(await visit(local, steps)).to.eql(['no space', 'shown', 'shown'])
    expect(await visit(local, [{ list: first }])).to.eql(['no space'])
  })
})
