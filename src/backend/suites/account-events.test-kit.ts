import { accountAlias, tenantDeletion } from '../../contract/accounts.ts'
import { selfService } from '../../contract/me.ts'
import { metadata } from '../../contract/metadata.ts'
import { fillPath } from '../../contract/path.ts'
import { team, temporaryUserConfiguration } from '../../contract/users.ts'
import { finishDeletions } from '../domain/self-service/finish-deletions.ts'
import { callerAs, type EventRows } from './event-actions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const MEL = { email: 'mel@acme.test', password: PASSWORD }

const requestDeletion = async (kit: Kit): Promise<void> => {
  await callerAs(kit, (await kit.signIn(MEL.email)).token)('POST', selfService.deleteUser.path, MEL)
}

const restore = ({ page, lastLink }: Kit) => {
  const { userId, token } = lastLink()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return page('POST', selfService.restoreUser.path, { body: String(new URLSearchParams({ userId, token })), headers })
}

/** Changes of an account as a whole and of its users' membership time. */
export const ACCOUNT: EventRows = {
  'the login alias': [
    ['frontegg.loginAlias.updated', 'frontegg.loginAlias.updated'],
    async (call) => {
      const { method, path } = accountAlias.saveAccountAlias
      await call(method, path, { alias: 'acme-crm' })
      await call(method, path, { alias: '' })
    },
  ],
  'the login box': [
    ['frontegg.loginBox.updated'],
    (call) => {
      const { method, path } = metadata.updateAdminBoxMetadata
      return call(method, path, { actions: [{ type: 'themeV2/loginBox/palette/primary/main', payload: '#0a7d55' }] })
    },
  ],
  'temporary users': [
    ['frontegg.user.updated', 'frontegg.user.updated', 'frontegg.temporaryUserSettings.updated'],
    async (call) => {
      const path = fillPath(team.extendTemporaryUser.path, { userId: 'mel' })
      await call(team.extendTemporaryUser.method, path, { expirationInSeconds: 3_600 })
      await call(team.makeUserPermanent.method, path, {})
      const { updateTemporaryUserConfig: update } = temporaryUserConfiguration
      await call(update.method, update.path, { enabled: false })
    },
  ],
  'the deletion of the account': [
    ['frontegg.tenant.deletionRequested', 'frontegg.tenant.deletionCanceled'],
    async (call) => {
      await call('POST', tenantDeletion.scheduleTenantDeletion.path, { name: 'Acme', password: PASSWORD })
      await call('DELETE', tenantDeletion.cancelTenantDeletion.path)
    },
  ],
  'their own deletion as a user, and restores themselves': [
    ['frontegg.user.authenticated', 'frontegg.user.deletionRequested', 'frontegg.user.deletionCanceled'],
    async (_call, kit) => {
      await requestDeletion(kit)
      await restore(kit)
    },
  ],
  'their own deletion as a user, which is due': [
    ['frontegg.user.authenticated', 'frontegg.user.deletionRequested', 'frontegg.user.deleted'],
    async (_call, kit) => {
      await requestDeletion(kit)
      await kit.store.deletions.update({ id: 'mel' }, { dueAt: kit.time.now - 1 })
      await finishDeletions(kit.ports)
    },
  ],
  'their own membership': [
    ['frontegg.user.authenticated', 'frontegg.user.removedFromTenant'],
    async (_call, kit) => {
      const call = callerAs(kit, (await kit.signIn('max@multi.test')).token)
      await call('DELETE', fillPath(selfService.leaveTenant.path, { tenantId: 'acme' }))
    },
  ],
}
