import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press, type } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Avatar, initialsOf } from '../avatar/avatar.tsx'
import { Badge } from '../badge/badge.tsx'
import { BulkBar } from '../bulk-bar/bulk-bar.tsx'
import { Button } from '../button/button.tsx'
import { Card } from '../card/card.tsx'
import { CopyButton } from '../copy-button/copy-button.tsx'
import { FilterChip } from '../filter-chip/filter-chip.tsx'
import { RelativeTime } from '../relative-time/relative-time.tsx'
import { SearchInput } from '../search-input/search-input.tsx'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import { Truncated } from '../truncated/truncated.tsx'
import { Pagination } from './pagination.tsx'

const noop = () => undefined
const STATUS = [
  { value: 'active', label: 'Active' },
  { value: 'locked', label: 'Locked' },
]
const NAMES = ['Ada Byron', 'Mel Ortiz', 'Ivo Kern', 'Leo Brandt', 'Noor Haddad', 'Zed', 'Quin Ash', 'Bo Lee', 'Ann Wu']
const TONES = ['neutral', 'accent', 'success', 'warning', 'danger', 'info'] as const

const Tools = () => {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<string>()
  const [page, setPage] = useState({ offset: 0, limit: 20 })
  return (
    <>
      <SearchInput label="Search users" value={search} onChange={setSearch} restMs={0} />
      <FilterChip label="Status" options={STATUS} value={status} onChange={setStatus} />
      <Card title="Users" text="All of them.">
        {NAMES.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone} dot>
            {tone}
          </Badge>
        ))}
        <RelativeTime at="2026-11-20T10:00:00Z" />
        <CopyButton text="id" label="Copy user ID" />
        <Skeleton />
        <Spinner label="Loading" />
      </Card>
      <BulkBar count={2} onClear={noop}>
        <Button size="s">Remove</Button>
      </BulkBar>
      <Pagination {...page} total={248} onChange={setPage} />
      <output>{[search, status, page.offset, page.limit].join('|')}</output>
    </>
  )
}

describe('Tools of a list', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())
  const find = () => within(ui.root)
  const state = () => ui.root.querySelector('output')?.textContent

  for (const scheme of ['light', 'dark'] as const) {
    it(`have no barrier in ${scheme}`, async () => {
      ui = await renderUi(<Tools />, { scheme })
      await expectNoAxeViolations(ui.host)
    })
  }

  it('page on, page back, and start over when the page size changes', async () => {
    ui = await renderUi(<Tools />)
    const back = find().getByRole('button', { name: 'Previous page' }) as HTMLButtonElement
    expect(back.disabled).to.equal(true)
    expect(find().getByText('1–20 of 248')).to.not.equal(null)
    find().getByRole('button', { name: 'Next page' }).click()
    await waitFor(() => expect(state()).to.equal('||20|20'))
    const size = find().getByRole('combobox', { name: 'Rows per page' }) as HTMLSelectElement
    size.focus()
    await press('ArrowDown')
    await waitFor(() => expect(state()).to.equal('||0|50'))
  })

  it('show no pages while all rows fit on the smallest, but a link back from a page without rows', async () => {
    const pages = (total: number, offset = 0, limits?: number[]) => (
      <Pagination offset={offset} limit={10} total={total} onChange={noop} {...(limits && { limits })} />
    )
    const isShown = () => find().queryByRole('navigation') !== null
    ui = await renderUi(pages(10))
    expect(isShown()).to.equal(false)
    await ui.rerender(pages(11))
    expect(isShown()).to.equal(true)
    await ui.rerender(pages(10, 10))
    find().getByRole('button', { name: 'Previous page' })
    await ui.rerender(pages(11, 0, [10]))
    expect(find().queryByRole('combobox'), 'one page size is no choice').to.equal(null)
  })

  it('filter by a value, show it, and remove it again', async () => {
    ui = await renderUi(<Tools />)
    find().getByRole('button', { name: 'Status' }).click()
    const item = await waitFor(() => find().getByRole('menuitemcheckbox', { name: 'Locked' }))
    item.click()
    await waitFor(() => find().getByRole('button', { name: 'Status: Locked' }))
    find().getByRole('button', { name: 'Remove filter Status: Locked' }).click()
    await waitFor(() => expect(state()).to.equal('||0|20'))
  })

  it('open no menu of a filter that has no values yet', async () => {
    ui = await renderUi(<FilterChip label="Group" options={[]} value={undefined} onChange={noop} />)
    const chip = find().getByRole<HTMLButtonElement>('button', { name: 'Group' })
    chip.click()
    expect([chip.disabled, find().queryByRole('menu')]).to.deep.equal([true, null])
  })

  it('search as one types and clear on Escape', async () => {
    ui = await renderUi(<Tools />)
    find().getByRole('searchbox', { name: 'Search users' }).focus()
    await type('mel')
    await waitFor(() => expect(state()).to.equal('mel||0|20'))
    await press('Escape')
    await waitFor(() => expect(state()).to.equal('||0|20'))
  })

  it('search at once on Enter, and submit no form around them', async () => {
    const searched: string[] = []
    let submits = 0
    ui = await renderUi(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submits += 1
        }}
      >
        <SearchInput label="Search users" value="" onChange={(next) => searched.push(next)} restMs={60_000} />
        <button type="submit">Save</button>
      </form>,
    )
    within(ui.root).getByRole('searchbox').focus()
    await type('ada')
    await press('Enter')
    expect([searched, submits]).to.deep.equal([['ada'], 0])
  })

  it('keep typed text while the list loads for an earlier search', async () => {
    const sent: string[] = []
    const search = (value: string) => (
      <SearchInput label="Search users" value={value} onChange={(next) => sent.push(next)} restMs={0} />
    )
    ui = await renderUi(search(''))
    const box = find().getByRole('searchbox', { name: 'Search users' }) as HTMLInputElement
    box.focus()
    await type('me')
    await waitFor(() => expect(sent.at(-1)).to.equal('me'))
    await type('l')
    await ui.rerender(search('me'))
    expect(box.value).to.equal('mel')
    await waitFor(() => expect(sent.at(-1)).to.equal('mel'))
    await ui.rerender(search('mel'))
    await ui.rerender(search(''))
    await waitFor(() => expect(box.value).to.equal(''))
  })

  it('show the exact time of a relative one on keyboard focus, and hide it on Escape', async () => {
    ui = await renderUi(<RelativeTime at="2026-11-20T10:00:00Z" />)
    await press('Tab')
    const tip = await waitFor(() => find().getByRole('tooltip'))
    expect(tip.textContent).to.contain('November 20, 2026')
    await press('Escape')
    await waitFor(() => expect(find().queryByRole('tooltip')).to.equal(null))
  })

  it('show a date for what is more than 30 days away, and for every expiry', async () => {
    const day = 86_400_000
    const at = (days: number) => new Date(Date.now() + days * day + day / 2).toISOString()
    const texts = async (days: number, absolute: boolean) => {
      ui = await renderUi(<RelativeTime at={at(days)} absolute={absolute} />)
      const text = ui.root.querySelector('time')?.textContent ?? ''
      await ui.unmount()
      return text
    }
    expect(await texts(20, false)).to.match(/weeks/)
    expect(await texts(40, false)).to.match(/20\d\d/)
    expect(await texts(-40, false)).to.match(/20\d\d/)
    expect(await texts(2, true)).to.match(/20\d\d/)
    ui = await renderUi(<RelativeTime at={at(0)} />)
  })

  it('show a truncated value in full, and keep short ones out of the tab order', async () => {
    const long = 'leo.brandt-wolkenstein.the.third@subsidiary.of.acme.example.test'
    ui = await renderUi(<Truncated text={long} />, { width: '200px' })
    await waitFor(() => expect(ui.root.querySelector('[tabindex="0"]')).to.not.equal(null))
    await press('Tab')
    expect((await waitFor(() => find().getByRole('tooltip'))).textContent).to.equal(long)
    await ui.rerender(<Truncated text="Mel" />)
    await waitFor(() => expect(ui.root.querySelector('[tabindex="0"]')).to.equal(null))
  })

  it('adapt to the width of their place without rendering again', async () => {
    ui = await renderUi(<Truncated text="More than fits into a narrow place" />, { width: '900px' })
    const line = ui.root.querySelector('.fe-truncated')
    for (const [width, focusable] of [
      ['120px', 1],
      ['900px', 0],
    ] as const) {
      ui.host.style.width = width
      await waitFor(() => expect(ui.root.querySelectorAll('[tabindex="0"]')).to.have.length(focusable))
      expect(ui.root.querySelector('.fe-truncated')).to.equal(line)
    }
  })

  it('watch the widths of a hundred values with one observer', async () => {
    const RealObserver = window.ResizeObserver
    let made = 0
    window.ResizeObserver = class extends RealObserver {
      constructor(callback: ResizeObserverCallback) {
        super(callback)
        made += 1
      }
    }
    try {
      const values = Array.from({ length: 100 }, (_, at) => `${at} ${'wide '.repeat(20)}`)
      ui = await renderUi(
        values.map((text) => <Truncated key={text} text={text} />),
        { width: '200px' },
      )
      await waitFor(() => expect(ui.root.querySelectorAll('[tabindex="0"]')).to.have.length(100))
    } finally {
      window.ResizeObserver = RealObserver
    }
    expect(made).to.be.at.most(1)
  })

  it('show initials for names and emails of any script', () => {
    expect(NAMES.slice(0, 1).map(initialsOf)).to.deep.equal(['AB'])
    expect(['mel@acme.test', 'leo.brandt@acme.test', '李 小龙', '', '👩‍🚀'].map(initialsOf).slice(0, 4)).to.deep.equal([
      'M',
      'LB',
      '李小',
      '',
    ])
  })
})
