import assert from 'node:assert/strict'
import { freshEmail, freshName, recruit } from '../../sample-users.ts'
import { twoColors } from '../../support/two-colors.ts'
import { byCss, byRole, byText } from '../by.ts'
import { chooseRole, dialog, inPortal, PORTAL, rowAction, toast, type Visit } from '../visit.ts'

const total = byText(/^\d+ users?$/, { within: PORTAL })
const search = inPortal('searchbox', 'Search users')

/** Checks that Ada finds a user by search, and pages through the list. */
export const users = async ({ page, signedIn, openPortal }: Visit) => {
  await signedIn('ada@acme.test')
  await openPortal('users', 'Users')
  await page.see(total)
  await page.fill(search, 'mel@acme')
  await page.see(inPortal('row', /Mel Okonkwo/))
  await page.gone(inPortal('row', /Ada/))
  await page.holds('the search is in the URL', () => location.href.includes('search=mel'))
}

/** Checks that Ada can invite a colleague with a role. */
export const invite = async ({ page, signedIn, openPortal, demo }: Visit) => {
  const email = freshEmail('engine')
  await signedIn('ada@acme.test')
  await openPortal('users', 'Users')
  await page.click(inPortal('button', 'Invite users'))
  const form = dialog('Invite users')
  await page.fill(byRole('textbox', 'Email addresses', { within: form }), email)
  await chooseRole(page, form, 'Auditor')
  await page.click(byRole('button', 'Send invitation', { within: form }))
  await page.see(toast(/Invitation sent/))
  assert.equal(await demo.backend.store.users.count({ email }), 1)
}

/** Checks that a removal is undone in its toast, which covers no more of the page than its own text. */
export const undo = async ({ page, signedIn, openPortal, demo }: Visit) => {
  const colleague = await recruit(demo, 'mel@acme.test', 'Undone Removal')
  await signedIn('ada@acme.test')
  await openPortal(`users?search=${colleague.email}`, 'Users')
  await rowAction(page, colleague.name, 'Remove')
  await page.click(inPortal('button', `Remove ${colleague.name}`))
  const { boxes } = await page.see(toast(/Undone Removal removed/))
  assert.ok((boxes[0]?.height ?? 0) < 120, `a toast of ${boxes[0]?.height} px`)
  await page.click(byRole('button', 'Undo', { within: toast(/Undone Removal removed/) }))
  await page.see(inPortal('row', /Undone Removal/))
  assert.equal(await demo.backend.store.members.count({ userId: colleague.id }), 1)
}

/** Checks that Ada can create a role with a permission. */
export const roles = async ({ page, signedIn, openPortal }: Visit) => {
  const name = freshName('Engine role')
  await signedIn('ada@acme.test')
  await openPortal('roles', 'Roles')
  await page.click(inPortal('button', 'Create role'))
  const form = inPortal('region', 'Create role')
  await page.fill(byRole('textbox', 'Name', { within: form }), name)
  await page.fill(byRole('searchbox', 'Search permissions', { within: form }), 'audit')
  await page.click(byRole('checkbox', /^View and export audit logs/, { within: form }))
  await page.click(byRole('button', 'Create role', { within: form }))
  await page.see(toast(/created/))
}

/** Checks that the list of roles opens below its field, over neither the title nor the buttons of the dialog. */
export const rolesList = async ({ page, signedIn, openPortal }: Visit) => {
  await signedIn('ada@acme.test')
  await openPortal('users?search=mel@acme.test', 'Users')
  await rowAction(page, 'Mel Okonkwo', 'Edit roles')
  const form = dialog('Edit roles of Mel Okonkwo')
  const field = byRole('combobox', 'Roles', { within: form })
  await page.click(field)
  const [list] = (await page.see(inPortal('listbox'))).boxes
  const [box] = (await page.see(field)).boxes
  const [save] = (await page.see(byRole('button', 'Save', { within: form }))).boxes
  assert.ok(list && box && save)
  assert.ok(list.top >= box.top + box.height, `the list begins at ${list.top}, the field at ${box.top}`)
  assert.ok(
    list.top + list.height <= save.top,
    `the list ends at ${list.top + list.height}, Save begins at ${save.top}`,
  )
}

/** Runs in the page: selects a picture like one from the user's disk. */
const choosePicture = (base64: string) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const files = new DataTransfer()
  files.items.add(new File([bytes], 'me.png', { type: 'image/png' }))
  const input = document
    .querySelector('fe-admin-portal')
    ?.shadowRoot?.querySelector<HTMLInputElement>('[data-fe-picture]')
  if (!input) throw new Error('no field for a picture')
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Checks that Mel can crop a picture with the keyboard and sees it saved. */
export const picture = async ({ page, signedIn, openPortal, demo }: Visit) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Pic Engine')
  await signedIn(newUser.email)
  await openPortal('profile', 'Profile')
  await page.see(inPortal('button', 'Upload picture'))
  await page.run(choosePicture, twoColors().toString('base64'))
  const crop = dialog('Crop your picture')
  await page.click(byRole('application', 'Visible part of the picture', { within: crop }))
  await page.press('Right')
  await page.click(byRole('button', 'Save picture', { within: crop }))
  await page.see(toast(/Picture saved/))
  await page.see(byCss('.fe-profile-face img', { within: PORTAL }))
}
