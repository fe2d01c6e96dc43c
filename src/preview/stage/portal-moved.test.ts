import { expect } from 'chai'
import { dialogWalks } from './dialogs.test-kit.ts'
import { until } from './until.test-kit.ts'

describe('A portal that its host moves to another document', () => {
  const { open } = dialogWalks()
  const errors: unknown[] = []
  const note = (event: ErrorEvent) => errors.push(event.error)
  before(() => window.addEventListener('error', note))
  after(() => window.removeEventListener('error', note))

  it('keeps its page, opens dialogs and other pages there, and again when it comes back', async function () {
    this.timeout(60_000)
    const { portal } = await open('users', 'ada@acme.test')
    await portal.find('row', /Zeynep Demir/)
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.width = '1200'
    frame.height = '800'
    const sheets = () => portal.shadow.adoptedStyleSheets.length
    const before = sheets()
    for (const page of [frame.contentDocument ?? document, document]) {
      page.body.append(portal.host)
      await until('the styles', () => sheets() >= before)
      await portal.find('row', /Zeynep Demir/)
      await portal.click('button', 'Invite users')
      const dialog = await portal.dialog(/Invite/)
      expect(dialog.ownerDocument).to.equal(page)
      expect(dialog.ownerDocument.defaultView?.getComputedStyle(dialog).borderTopLeftRadius).to.not.equal('0px')
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
      await portal.gone('dialog', /Invite/)
      const row = await portal.find('row', /Zeynep Demir/)
      row.click()
      const details = await portal.dialog(/Zeynep Demir/)
      details.dispatchEvent(new Event('cancel', { cancelable: true }))
      await portal.gone('dialog', /Zeynep Demir/)
      const select = row.querySelector('input') as HTMLInputElement // the first cell selects the row
      select.click()
      await until('the selection', () => portal.shadow.querySelector('.fe-bulk'))
      // The event's class is the one of the document's window, like the browser's.
      const { KeyboardEvent: Press } = page.defaultView as unknown as typeof globalThis
      select.dispatchEvent(new Press('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      await until('no selection', () => !portal.shadow.querySelector('.fe-bulk'))
      portal.go('roles')
      await portal.find('heading', 'Roles')
      portal.go('users')
      await portal.find('heading', 'Users')
      await portal.settled()
    }
    frame.remove()
    expect(errors).to.deep.equal([])
  })
})
