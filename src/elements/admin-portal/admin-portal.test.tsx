import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { openApp } from '../../app/apps.ts'
import type { SessionUser } from '../../feature/ports.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { runnerCommand } from '../../testing/runner-command.ts'
import { defineElements } from '../define.ts'

/** Preview responds to each call after 500 ms. */
const PATIENCE = { timeout: 8000 }

let app = 0

const open = async (attributes: Record<string, string> = {}) => {
  defineElements()
  app += 1
  const host = document.createElement('fe-admin-portal')
  for (const [name, value] of Object.entries({ preview: 'true', mode: 'inline', app: `test${app}`, ...attributes }))
    host.setAttribute(name, value)
  host.style.width = '1280px' // wide enough for the menu beside the page
  document.body.append(host)
  await waitFor(() => expect(host.shadowRoot?.querySelector('[part="portal"]')).to.not.equal(null), PATIENCE)
  return { host, find: within(host.shadowRoot?.querySelector('.fe-element') as HTMLElement) }
}

const headingOf = (host: HTMLElement) => host.shadowRoot?.querySelector('.fe-portal-content h2')?.textContent

describe('the admin portal', () => {
  afterEach(async () => {
    await runnerCommand('emulate-media', { media: 'screen' })
    for (const host of document.querySelectorAll('fe-admin-portal')) host.remove()
    history.replaceState(null, '', location.pathname + location.search)
  })

  it('shows the account, the menu and the users of the tenant', async function () {
    this.timeout(40_000)
    const { host, find } = await open({ page: 'users' })
    await find.findByText('Yusuf Patel', {}, PATIENCE)
    expect(find.getByRole('heading', { name: 'Users' }).tagName).to.equal('H2')
    expect(find.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).to.equal('page')
    await expectNoAxeViolations(host)
  })

  it('follows a deep link and writes the next question into it', async function () {
    this.timeout(40_000)
    history.replaceState(null, '', '#/admin-box/users?search=ada')
    const { find } = await open()
    await find.findByText('ada@acme.test', { selector: '.fe-user-below *' }, PATIENCE)
    expect(find.queryByText('Yusuf Patel')).to.equal(null)
    find.getByRole('button', { name: 'Name' }).click()
    await waitFor(() => expect(location.hash).to.equal('#/admin-box/users?search=ada&sort=name%3Aasc'), PATIENCE)
  })

  for (const base of ['/elsewhere/', 'https://files.test/']) {
    it(`keeps the path and query of a page with the base ${base}, in the URL and in its links`, async function () {
      this.timeout(40_000)
      const element = document.head.appendChild(document.createElement('base'))
      element.href = base
      try {
        const before = location.href
        const { host, find } = await open({ page: 'users' })
        await find.findByText('Yusuf Patel', {}, PATIENCE)
        const link = find.getByRole<HTMLAnchorElement>('link', { name: 'Profile' })
        expect(link.href).to.equal(`${before}#/admin-box/profile`)
        link.click()
        await waitFor(() => expect(location.href).to.equal(`${before}#/admin-box/profile`), PATIENCE)
        host.remove()
        await waitFor(() => expect(location.href).to.equal(before))
      } finally {
        element.remove()
      }
    })
  }

  it('removes its hash when its host removes it, and returns to the same place when it is rendered again', async function () {
    this.timeout(40_000)
    const { host, find } = await open({ page: 'users' })
    await find.findByText('Yusuf Patel', {}, PATIENCE)
    find.getByRole('link', { name: 'Profile' }).click()
    await waitFor(() => expect(location.hash).to.equal('#/admin-box/profile'))
    host.remove()
    await waitFor(() => expect(location.href).to.not.include('#'))
    document.body.append(host)
    await waitFor(() => expect(location.hash).to.equal('#/admin-box/profile'), PATIENCE)
    await within(host.shadowRoot?.querySelector('.fe-element') as HTMLElement).findByRole(
      'heading',
      { name: 'Profile' },
      PATIENCE,
    )
  })

  it('starts over for another user, even if the previous one left it on another page', async function () {
    this.timeout(40_000)
    // The app outlives its elements, like one that a host created with `init`.
    const { store, dispose } = openApp({ previewMode: true }, 'shared')
    const { host, find } = await open({ page: 'users', app: 'shared' })
    await find.findByText('Yusuf Patel', {}, PATIENCE)
    find.getByRole('link', { name: 'Profile' }).click()
    await waitFor(() => expect(location.hash).to.equal('#/admin-box/profile'))
    const { session } = store.getState()
    host.remove()
    await waitFor(() => expect(location.href).to.not.include('#'))
    store.setState({ session: { ...session, user: { ...session.user, id: 'another user' } as SessionUser } })
    document.body.append(host)
    await waitFor(() => expect(headingOf(host)).to.equal('Users'), PATIENCE)
    expect(location.hash).to.not.equal('#/admin-box/profile')
    host.remove()
    dispose()
  })

  it('shows the link of the current page where the menu is longer than the screen, and leaves the page where it is', async function () {
    this.timeout(40_000)
    const { find } = await open({ page: 'webhooks' })
    const current = await find.findByRole('link', { name: 'Webhooks' }, PATIENCE)
    const list = current.closest('nav') as HTMLElement
    const isInView = () => {
      const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
      return inner.top >= outer.top && inner.bottom <= outer.bottom
    }
    list.parentElement?.style.setProperty('height', '320px')
    await waitFor(() => expect(isInView()).to.equal(true))
    expect(list.scrollTop).to.be.above(0)
    expect(window.scrollY).to.equal(0)
    find.getByRole('link', { name: 'Profile' }).click()
    await waitFor(() => expect(list.scrollTop).to.equal(0))
  })

  it('keeps the bar of a narrow portal inside it', async function () {
    this.timeout(40_000)
    const above = document.createElement('div')
    above.style.height = '160px'
    document.body.append(above)
    const { host, find } = await open({ page: 'users' })
    host.style.width = '390px'
    const bar = (await find.findByRole('button', { name: 'Open menu' }, PATIENCE)).parentElement as HTMLElement
    const [inner, outer] = [bar.getBoundingClientRect(), host.getBoundingClientRect()]
    above.remove()
    expect([inner.top, inner.width]).to.deep.equal([outer.top, outer.width])
  })

  it('explains that a page does not exist and links to another', async function () {
    this.timeout(40_000)
    history.replaceState(null, '', '#/admin-box/nowhere')
    const { host, find } = await open()
    await find.findByText('Page not found', {}, PATIENCE)
    await expectNoAxeViolations(host)
    find.getByRole('button', { name: 'Go to Profile' }).click()
    await waitFor(() => expect(location.hash).to.equal('#/admin-box/profile'))
  })

  it('covers the page as a dialog, and restores hash and focus when it closes', async function () {
    this.timeout(40_000)
    const opener = document.createElement('button')
    opener.textContent = 'Open'
    document.body.append(opener)
    opener.focus()
    history.replaceState(null, '', '#/own-route')
    const { host, find } = await open({ mode: 'dialog', open: 'true', page: 'users' })
    await waitFor(() => expect(location.hash).to.equal('#/admin-box/users'), PATIENCE)
    await find.findByText('Yusuf Patel', {}, PATIENCE)
    await expectNoAxeViolations(host)
    const dialog = host.shadowRoot?.querySelector('dialog') as HTMLDialogElement
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(host.shadowRoot?.querySelector('dialog')).to.equal(null))
    expect(host.hasAttribute('open')).to.equal(false)
    expect(location.hash).to.equal('#/own-route')
    expect(document.activeElement).to.equal(opener)
    opener.remove()
  })

  for (const [title, routing, path] of [
    ['a base', { basename: 'shop/' }, '/shop/account/login'],
    ['fragments, which have no base', { basename: '/shop', urlStrategy: 'hash' }, '#/account/login'],
  ] as const)
    it(`leads a signed-out user to the login box, with ${title}`, async function () {
      this.timeout(40_000)
      const name = `signed-out${path}`.replaceAll(/\W/g, '')
      const options = {
        contextOptions: { baseUrl: 'https://api.test', clientId: 'c' },
        customLoginBox: true,
        ...routing,
      }
      const own = openApp(options, name, { fetch: async () => new Response('{}', { status: 401 }) })
      const host = document.createElement('fe-admin-portal')
      for (const [key, value] of Object.entries({ app: name, mode: 'inline' })) host.setAttribute(key, value)
      document.body.append(host)
      const link = () => host.shadowRoot?.querySelector<HTMLAnchorElement>('a.fe-portal-sign-in')
      await waitFor(() => expect(link()?.href.endsWith(path), link()?.href).to.equal(true), PATIENCE)
      own.dispose()
    })

  it('is printed in full, over a page that would otherwise show through', async function () {
    this.timeout(40_000)
    const { host, find } = await open({ mode: 'dialog', open: 'true', page: 'users' })
    await find.findByText('Yusuf Patel', {}, PATIENCE)
    const dialog = host.shadowRoot?.querySelector('dialog') as HTMLDialogElement
    await runnerCommand('emulate-media', { media: 'print' })
    const [own, behind] = [getComputedStyle(dialog), getComputedStyle(dialog, '::backdrop')]
    expect([own.printColorAdjust, own.overflow, own.position]).to.deep.equal(['exact', 'visible', 'absolute'])
    expect([behind.printColorAdjust, behind.backgroundColor]).to.deep.equal(['exact', 'rgb(255, 255, 255)'])
  })

  it('prints a dialog over a list that would show through', async function () {
    this.timeout(40_000)
    const { host, find } = await open({ page: 'users' })
    await find.findByText('Yusuf Patel', {}, PATIENCE)
    find.getAllByRole('button', { name: /^Invite/ })[0]?.click()
    const dialogOf = () => host.shadowRoot?.querySelector<HTMLDialogElement>('dialog.fe-dialog[open]')
    await waitFor(() => expect(dialogOf()).to.be.an.instanceOf(HTMLDialogElement), PATIENCE)
    const dialog = dialogOf() as HTMLDialogElement
    await runnerCommand('emulate-media', { media: 'print' })
    const [own, behind] = [getComputedStyle(dialog), getComputedStyle(dialog, '::backdrop')]
    expect([own.printColorAdjust, own.backgroundColor]).to.deep.equal(['exact', 'rgb(255, 255, 255)'])
    expect([behind.printColorAdjust, behind.backgroundColor]).to.deep.equal(['exact', 'rgb(255, 255, 255)'])
    expect(getComputedStyle(dialog.firstElementChild as Element).printColorAdjust).to.equal('economy')
  })

  it('doesn’t change the hash of a host with hash routing', async function () {
    this.timeout(40_000)
    history.replaceState(null, '', '#/own-route')
    const { find } = await open({ page: 'users' })
    await find.findByText('Yusuf Patel', {}, PATIENCE)
    find.getByRole('button', { name: 'Name' }).click()
    await waitFor(() => expect(find.getByRole('table').getAttribute('aria-busy')).to.equal('true'))
    expect(location.hash).to.equal('#/own-route')
  })
})
