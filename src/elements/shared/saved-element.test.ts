import { expect } from 'chai'
import { settle } from '../../testing/clock.ts'
import { openHarness } from '../testing/harness.test-kit.ts'

describe('A login box in the markup of a page that was saved while it was shown', () => {
  /** Saves the box like a service that renders pages for crawlers, and puts it in a new page. */
  const reopen = async (save: (box: HTMLElement) => string) => {
    const harness = await openHarness({ name: 'saved' })
    await harness.until(() => harness.box.querySelector('input[name=email]') !== null)
    const page = document.createElement('main')
    page.setHTMLUnsafe(save(harness.box))
    harness.box.remove()
    document.body.append(page)
    const box = page.querySelector('fe-login-box') as HTMLElement // it is the only element of the page
    await settle()
    await harness.wait()
    return { harness, page, box }
  }

  for (const [name, save] of [
    ['its children', (box: HTMLElement) => box.outerHTML],
    [
      'its shadow root, too',
      (box: HTMLElement) =>
        box.outerHTML.replace('>', `><template shadowrootmode="open">${box.shadowRoot?.innerHTML}</template>`),
    ],
  ] as const)
    it(`shows everything once if the page has ${name}`, async () => {
      const { harness, page, box } = await reopen(save)
      await harness.until(() => box.querySelector('input[name=email]') !== null)
      expect(box.querySelectorAll('input[name=email]')).to.have.length(1)
      expect(box.shadowRoot?.querySelectorAll('h1')).to.have.length(1)
      page.remove()
      await harness.close()
    })

  it('shows everything once if the page is parsed after the element was defined', async () => {
    const harness = await openHarness({ name: 'saved' })
    await harness.until(() => harness.box.querySelector('input[name=email]') !== null)
    const saved = harness.box.outerHTML
    harness.box.remove()
    // A parser continues in a node that was moved to another document.
    const parser = document.implementation.createHTMLDocument()
    parser.write('<body><main>')
    const page = parser.querySelector('main') as HTMLElement // it was just parsed
    document.body.append(page)
    const start = saved.indexOf('>') + 1
    parser.write(saved.slice(0, start))
    const box = page.querySelector('fe-login-box') as HTMLElement // it was just parsed
    await harness.until(() => box.querySelector('input[name=email]') !== null)
    const own = box.querySelector('input[name=email]')
    parser.write(`${saved.slice(start)}<p>After</p></main>`)
    parser.close()
    expect(page.querySelector('p')?.textContent).to.equal('After')
    await settle()
    expect([...box.querySelectorAll('input[name=email]')]).to.deep.equal([own])
    page.remove()
    await harness.close()
  })
})
