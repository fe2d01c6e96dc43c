import { domainRestrictions } from '../../src/contract/restrictions.ts'
import { team } from '../../src/contract/users.ts'
import { expect, test } from './fixtures.ts'
import { apiAs } from './support/api-as.ts'
import { expectAccessible } from './support/axe.ts'
import { ownAccount } from './support/own-account.ts'

const AT = '/script-tag#/admin-box/security?tab=domains'
const REFUSAL = "This email domain isn't accepted here. Use a different email."

test.describe('Email domain restrictions', () => {
  test('are set up in the page, and the next invitation follows them', async ({
    page,
    portal,
    demo,
    request,
    inOwnAccount,
  }) => {
    const { newUser } = await inOwnAccount('Domains', AT)
    const { element } = portal
    await element.getByRole('switch', { name: 'Restrict sign-up by email domain' }).check()
    await expect(element.getByText('The allow list is empty, so no new user can join.')).toBeVisible()
    await portal.button('Add domains').first().click()
    const dialog = portal.dialog('Add domains to the allow list')
    await dialog.getByLabel('Domains').fill('Company.test\nbücher.example, not a domain/x')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog.getByText('2 added, 0 already on the list, 3 not valid.')).toBeVisible()
    await expectAccessible(page, 'results of added domains')
    await dialog.getByLabel('Domains').fill('')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(portal.row('bücher.example')).toBeVisible()
    await portal.button('Save changes').click()
    await expect(portal.toast('Email domain restrictions saved')).toBeVisible()

    const api = await apiAs(request, demo, newUser.email)
    expect(await api.get(domainRestrictions.getDomainConfig)).toEqual({
      active: true,
      listType: 'ALLOW',
      blockPublicDomains: false,
    })
    const invite = (email: string) => api.post(team.addUser, { email, roleIds: [], provider: 'local' })
    expect(await invite('ann@other.test')).toMatchObject({ errors: [REFUSAL] })
    expect(await invite(`ann.${Date.now()}@eu.company.test`)).toHaveProperty('id')

    await element.getByLabel('Email', { exact: true }).fill('ana@gmail.com')
    await element.getByLabel('Email', { exact: true }).press('Enter')
    await expect(element.getByText('gmail.com isn’t on the allow list.')).toBeVisible()
  })

  test('delete a domain once it can no longer be undone, even by keyboard', async ({
    page,
    portal,
    demo,
    request,
    signedIn,
  }) => {
    const { newUser, tenant } = await ownAccount(demo, 'Undo')
    for (const domain of ['one.test', 'two.test']) {
      const rule = { id: `${tenant.id} ${domain}`, tenantId: tenant.id, type: 'ALLOW', domain, createdAt: 1 } as const
      await demo.backend.store.domainRules.insert(rule)
    }
    await signedIn(newUser.email)
    await page.goto(AT)
    await portal.row('one.test').getByRole('button').press('Enter')
    await page.keyboard.press('Enter')
    await expect(portal.row('one.test')).toHaveCount(0)
    await portal.undo('one.test deleted')
    await expect(portal.row('one.test')).toBeVisible()
    await portal.rowAction('two.test', 'Delete')
    await portal.dismiss('two.test deleted')
    const api = await apiAs(request, demo, newUser.email)
    await expect
      .poll(async () => (await api.get(domainRestrictions.listDomains)).items.map(({ domain }) => domain))
      .toEqual(['one.test'])
  })
})
