import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Badge } from '../badge/badge.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { type Column, DataTable, type DataTableProps, type Sort } from './data-table.tsx'

interface User {
  id: string
  name: string
}

const users = (count: number): User[] =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at}`, name: `User ${at}` }))

const COLUMNS: readonly Column<User>[] = [
  { id: 'name', header: 'Name', sortable: true, primary: true, cell: (user) => user.name },
  {
    id: 'status',
    header: 'Status',
    cell: () => (
      <Badge tone="success" dot>
        Active
      </Badge>
    ),
  },
]

const List = (props: Partial<DataTableProps<User>>) => {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'asc' })
  return (
    <>
      <DataTable
        label="Users"
        columns={COLUMNS}
        rows={users(3)}
        rowId={(user) => user.id}
        rowLabel={(user) => user.name}
        state="ready"
        selection={selection}
        onSelectionChange={setSelection}
        sort={sort}
        onSort={setSort}
        rowMenu={() => [{ id: 'remove', label: 'Remove', icon: 'trash', onSelect: () => undefined }]}
        empty={<EmptyState icon="user" title="No one here yet" text="Invite your coworkers." />}
        error="The list could not be loaded."
        onRetry={() => undefined}
        {...props}
      />
      <output>{[...selection].sort().join(' ')}</output>
    </>
  )
}

const twoFrames = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** Runs even in a tab that the browser doesn't paint. */
const nextTask = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = done
    port2.postMessage(undefined)
  })

const STATES: Readonly<Record<string, Partial<DataTableProps<User>>>> = {
  full: {},
  loading: { state: 'loading', rows: [] },
  reloading: { state: 'loading' },
  empty: { rows: [] },
  failed: { state: 'error', rows: [] },
  'failed with old rows': { state: 'error' },
  virtual: { rows: users(500) },
}

describe('DataTable', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())
  const find = () => within(ui.root)
  const selected = () => ui.root.querySelector('output')?.textContent

  for (const [name, props] of Object.entries(STATES)) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`is accessible when ${name}, ${scheme}`, async () => {
        ui = await renderUi(<List {...props} />, { scheme })
        await expectNoAxeViolations(ui.host)
      })
    }
  }

  it('stays a table with the same names as cards on a narrow screen', async () => {
    ui = await renderUi(<List />, { width: '390px' })
    await expectNoAxeViolations(ui.host)
    expect(ui.root.scrollWidth).to.be.at.most(390)
    expect(find().getAllByRole('row').length).to.equal(4)
    const [label, value] = ['.fe-table-label', 'td:not([data-primary]) > .fe-table-cell'].map((part) =>
      Number.parseFloat(getComputedStyle(ui.root.querySelector(part) as Element).fontSize),
    )
    expect(label).to.be.below(value ?? 0)
  })

  it('shows placeholders of names on a narrow screen while it loads', async () => {
    ui = await renderUi(<List state="loading" rows={[]} />, { width: '390px' })
    const shape = ui.root.querySelector('td[data-primary] .fe-table-lines > .fe-skeleton') as HTMLElement
    expect(shape.getBoundingClientRect().width).to.be.above(100)
  })

  it('shows what failed, the reason, and how to try again', async () => {
    ui = await renderUi(<List state="error" rows={[]} />)
    const alert = find().getByRole('alert')
    within(alert).getByText('We couldn’t load this list')
    within(alert).getByText('The list could not be loaded.')
    within(alert).getByRole('button', { name: 'Try again' })
  })

  it('exposes the sorted column and reverses the order on a press of the header', async () => {
    ui = await renderUi(<List />)
    const header = find().getByRole('columnheader', { name: 'Name' })
    expect(header.getAttribute('aria-sort')).to.equal('ascending')
    within(header).getByRole('button').focus()
    await press('Enter')
    await waitFor(() => expect(header.getAttribute('aria-sort')).to.equal('descending'))
  })

  it('shows the order in the head of the sorted column', async () => {
    const columns = COLUMNS.map((column) => ({ ...column, orders: { asc: 'A–Z', desc: 'Z–A' } }))
    ui = await renderUi(<List columns={columns} />)
    const header = find().getByRole('columnheader', { name: 'Name' })
    expect(header.textContent).to.equal('NameA–Z')
    within(header).getByRole('button').click()
    await waitFor(() => expect(header.textContent).to.equal('NameZ–A'))
  })

  it('highlights a row that was just added, and brings it into view', async () => {
    ui = await renderUi(
      <div style={{ height: 200, overflow: 'auto' }}>
        <List rows={users(40)} fresh={['p30']} />
      </div>,
    )
    const row = find().getByText('User 30').closest('tr') as HTMLElement
    expect(row.dataset.fresh).to.equal('true')
    await waitFor(() => expect(row.getBoundingClientRect().bottom).to.be.below(260))
  })

  it('pins the actions of wide rows, and lets the head of narrow ones stick to the page', async () => {
    const wide = Array.from({ length: 12 }, (_, at) => ({ id: `c${at}`, header: 'A long heading', cell: () => at }))
    ui = await renderUi(<List columns={[...COLUMNS, ...wide]} />, { width: '700px' })
    const section = ui.root.querySelector('section') as HTMLElement
    expect(section.hasAttribute('data-fits')).to.equal(false)
    const menu = find().getByRole('button', { name: 'More actions for User 2' })
    expect(menu.getBoundingClientRect().right).to.be.at.most(section.getBoundingClientRect().right)
  })

  it('marks a table that fits before it is painted, so that nothing moves afterwards', async () => {
    const { observe } = ResizeObserver.prototype
    // Observers are called after the first layout.
    ResizeObserver.prototype.observe = () => undefined
    try {
      ui = await renderUi(<List />, { width: '900px' })
      expect(ui.root.querySelector('section')?.hasAttribute('data-fits')).to.equal(true)
    } finally {
      ResizeObserver.prototype.observe = observe
    }
  })

  it('has room for its columns just above the width of cards', async () => {
    const more = ['Roles', 'Created', 'Used'].map((header) => ({
      id: header,
      header,
      cell: () => <div style={{ width: '72px' }}>{header}</div>,
    }))
    ui = await renderUi(<List columns={[...COLUMNS.slice(0, 1), ...more]} />, { width: '600px' })
    await waitFor(() => expect(ui.root.querySelector('section')?.hasAttribute('data-fits')).to.equal(true))
  })

  it('shortens texts when all columns do not fit otherwise', async () => {
    const text = 'Reads all reports of the company'
    const more = [
      { id: 'purpose', header: 'Purpose', cell: () => <div className="fe-truncate">{text}</div> },
      { id: 'used', header: 'Used', cell: () => <div style={{ width: '72px' }}>Today</div> },
    ]
    ui = await renderUi(<List columns={[...COLUMNS.slice(0, 1), ...more]} />, { width: '600px' })
    await waitFor(() => expect(ui.root.querySelector('section')?.hasAttribute('data-fits')).to.equal(true))
  })

  it('shortens texts further before it scrolls', async () => {
    const text = 'Reads all reports of the company'
    const more = [
      { id: 'purpose', header: 'Purpose', cell: () => <div className="fe-truncate">{text}</div> },
      { id: 'used', header: 'Used', cell: () => <div style={{ width: '120px' }}>Today</div> },
    ]
    ui = await renderUi(<List columns={[...COLUMNS.slice(0, 1), ...more]} />, { width: '566px' })
    await waitFor(() => expect(ui.root.querySelector('section')?.hasAttribute('data-fits')).to.equal(true))
    expect(ui.root.querySelector<HTMLElement>('td[data-column="purpose"]')?.offsetWidth).to.be.at.least(104)
  })

  it('hides what phones do not show before it scrolls, and leaves the column that names a row its width', async () => {
    const more = ['Roles', 'Created', 'Used', 'Ends'].map((header) => ({
      id: header,
      header,
      ...(header === 'Used' && { phone: 'hidden' as const }),
      cell: () => <div style={{ width: '80px' }}>{header}</div>,
    }))
    ui = await renderUi(<List columns={[...COLUMNS.slice(0, 1), ...more]} />, { width: '640px' })
    const { root } = ui
    const widthOf = (selector: string) => root.querySelector<HTMLElement>(selector)?.offsetWidth
    expect(root.querySelector('section')?.hasAttribute('data-fits')).to.equal(true)
    expect([widthOf('th[data-column="Used"]'), widthOf('td[data-column="Used"]')]).to.deep.equal([0, 0])
    expect(widthOf('td[data-column="Roles"]')).to.be.above(0)
    expect(widthOf('td[data-primary]')).to.be.at.least(240)
    await ui.unmount()
    ui = await renderUi(<List columns={[...COLUMNS.slice(0, 1), ...more]} />, { width: '900px' })
    expect(ui.root.querySelector<HTMLElement>('td[data-column="Used"]')?.offsetWidth).to.be.above(0)
  })

  it('hides columns for wide screens on a tablet', async () => {
    const columns = [...COLUMNS, { id: 'joined', header: 'Joined', wide: true, cell: () => 'Yesterday' }]
    for (const [width, count] of [
      ['900px', 1],
      ['700px', 0],
    ] as const) {
      const { root, unmount } = await renderUi(<List columns={columns} />, { width })
      expect(within(root).queryAllByRole('columnheader', { name: 'Joined' }).length).to.equal(count)
      expect([...root.querySelectorAll('td[data-wide]')].filter((cell) => cell.clientWidth > 0).length).to.equal(
        count * 3,
      )
      await unmount()
    }
    ui = await renderUi(<List />)
  })

  it('fits its columns once when it opens and once when its rows change', async () => {
    ui = await renderUi(null)
    const writes: MutationRecord[] = []
    const observer = new MutationObserver((records) => writes.push(...records))
    observer.observe(ui.root, { subtree: true, childList: true, attributeFilter: ['data-left-out'] })
    // Each fit writes the attribute twice where every column has room.
    const countFits = () => writes.filter(({ type }) => type === 'attributes').length / 2
    const drawn = () =>
      waitFor(() => expect(ui.root.querySelector('section')?.hasAttribute('data-fits')).to.equal(true))
    await ui.rerender(<List />)
    await drawn()
    await twoFrames()
    expect(countFits()).to.equal(1)
    await ui.rerender(<List rows={[{ id: 'long', name: 'A name that widens its column '.repeat(2) }]} />)
    await twoFrames()
    expect(countFits()).to.equal(2)
    observer.disconnect()
  })

  it('selects one, then all, then none', async () => {
    ui = await renderUi(<List />)
    const all = find().getByRole('checkbox', { name: 'Select all rows' }) as HTMLInputElement
    find().getByRole('checkbox', { name: 'Select User 1' }).click()
    await waitFor(() => expect(selected()).to.equal('p1'))
    expect(all.indeterminate).to.equal(true)
    all.click()
    await waitFor(() => expect(selected()).to.equal('p0 p1 p2'))
    all.click()
    await waitFor(() => expect(selected()).to.equal(''))
  })

  it('offers the actions of a row under a button with the row’s name', async () => {
    ui = await renderUi(<List />)
    find().getByRole('button', { name: 'More actions for User 2' }).click()
    await waitFor(() => find().getByRole('menuitem', { name: 'Remove' }))
  })

  it('places placeholders of rows in their columns, with a picture where rows have one', async () => {
    const columns = COLUMNS.map((column) => ({ ...column, avatar: column.id === 'name' }))
    for (const [given, circles] of [
      [COLUMNS, 0],
      [columns, 1],
    ] as const) {
      const { root, unmount } = await renderUi(<List state="loading" rows={[]} columns={given} skeletonRows={1} />)
      const cells = [...root.querySelectorAll<HTMLElement>('.fe-table-body td[data-column]')]
      expect(cells.map((cell) => cell.dataset.column)).to.deep.equal(['name', 'status'])
      expect(root.querySelectorAll('.fe-skeleton[data-circle]').length).to.equal(circles)
      await unmount()
    }
  })

  it('offers to try again when loading failed', async () => {
    const tries: string[] = []
    ui = await renderUi(<List state="error" rows={[]} onRetry={() => tries.push('again')} />)
    find().getByRole('button', { name: 'Try again' }).click()
    expect(tries).to.deep.equal(['again'])
    expect(find().getByRole('alert').textContent).to.contain('The list could not be loaded.')
  })

  it('renders only the visible rows of 10,000 while scrolling', async () => {
    ui = await renderUi(<List rows={users(10_000)} />)
    const scroller = ui.root.querySelector('section') as HTMLElement
    for (let step = 1; step <= 40; step++) {
      scroller.scrollTop = step * 600
      scroller.dispatchEvent(new Event('scroll'))
      await nextTask()
    }
    const rows = () => [...ui.root.querySelectorAll('tr[aria-rowindex]')]
    await waitFor(() => expect(Number(rows()[1]?.getAttribute('aria-rowindex'))).to.be.above(300))
    expect(rows().length).to.be.below(60)
    expect(find().getByRole('table').getAttribute('aria-rowcount')).to.equal('10001')
  })
})
