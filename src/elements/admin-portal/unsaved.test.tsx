import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { defineElements } from '../define.ts'

/** Preview responds to each call after 500 ms. */
const PATIENCE = { timeout: 8000 }
const USERS = '#/admin-box/users'
/** URL with the dialog that holds the draft. */
const INVITING = `${USERS}?invite=`

/** Waits until the history step that `begin` causes has arrived, because another step would only be added to it. */
const stepped = async (begin: () => void) => {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  begin()
  await arrived
}

const openWithDraft = async (app: string, mode: 'inline' | 'dialog') => {
  history.pushState(null, '', mode === 'inline' ? USERS : '#/own-route')
  defineElements()
  const host = document.createElement('fe-admin-portal')
  for (const [name, value] of Object.entries({ preview: 'true', app, mode, page: 'users', open: 'true' }))
    host.setAttribute(name, value)
  host.style.width = '1280px'
  document.body.append(host)
  await waitFor(() => expect(host.shadowRoot?.querySelector('[part="portal"]')).to.not.equal(null), PATIENCE)
  const find = within(host.shadowRoot?.querySelector('.fe-element') as HTMLElement)
  ;(await find.findByRole('button', { name: 'Invite users' }, PATIENCE)).click()
  const box = await find.findByLabelText('Email addresses', {}, PATIENCE)
  fireEvent.input(box, { target: { value: 'new@acme.test' } })
  await waitFor(() => expect(location.hash).to.equal(INVITING), PATIENCE)
  const asks = () => find.findByRole('alertdialog', { name: 'Discard changes?' }, PATIENCE)
  return { host, find, asks }
}

describe('leaving the portal with unsaved changes', () => {
  afterEach(() => {
    for (const host of document.querySelectorAll('fe-admin-portal')) host.remove()
    history.replaceState(null, '', location.pathname + location.search)
  })

  it('asks before the back button leaves, and stays or leaves as chosen', async function () {
    this.timeout(40_000)
    const { find, asks } = await openWithDraft('unsaved-back', 'inline')
    location.hash = '#/admin-box/users?search=ada'
    await asks()
    expect(location.hash).to.equal(INVITING)
    find.getByRole('button', { name: 'Keep editing' }).click()
    await waitFor(() => expect(find.queryByRole('alertdialog')).to.equal(null))
    find.getByText('new@acme.test')

    location.hash = '#/admin-box/users?search=ada'
    await asks()
    find.getByRole('button', { name: 'Discard changes' }).click()
    await waitFor(() => expect(location.hash).to.equal('#/admin-box/users?search=ada'), PATIENCE)
    await waitFor(() => expect(find.queryByLabelText('Email addresses')).to.equal(null))
  })

  it('asks before a step back closes the dialog, and the next one closes the portal', async function () {
    this.timeout(40_000)
    const { host, find, asks } = await openWithDraft('unsaved-dialog', 'dialog')
    await stepped(() => history.back())
    await asks()
    // The dialog closes before the browser has made its step.
    await stepped(() => find.getByRole('button', { name: 'Discard changes' }).click())
    expect(location.hash).to.equal(USERS)
    await waitFor(() => expect(find.queryByLabelText('Email addresses')).to.equal(null))
    expect(host.hasAttribute('open')).to.equal(true)
    await stepped(() => history.back())
    await waitFor(() => expect(host.hasAttribute('open')).to.equal(false), PATIENCE)
    expect(location.hash).to.equal('#/own-route')
  })

  it('makes the browser ask before the tab closes', async function () {
    this.timeout(40_000)
    await openWithDraft('unsaved-tab', 'inline')
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).to.equal(true)
    for (const host of document.querySelectorAll('fe-admin-portal')) host.remove()
    await waitFor(() => {
      const later = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(later)
      expect(later.defaultPrevented).to.equal(false)
    }, PATIENCE)
  })
})
