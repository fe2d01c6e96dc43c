import type { APIRequestContext } from '@playwright/test'
import { team } from '../../../src/contract/users.ts'
import type { DemoHost } from '../../server/demo-host.ts'
import { recruit } from '../sample-users.ts'
import { apiAs } from './api-as.ts'

/** Creates an invite link of a new administrator, so that no test finds another's link. */
export const newInviteLink = async (demo: DemoHost, request: APIRequestContext) => {
  const { email } = await recruit(demo, 'ada@acme.test', 'Invite Linker')
  const api = await apiAs(request, demo, email)
  const { token, tenantId } = await api.post(team.createInviteLink, { expiresInMinutes: 60, shouldSendEmail: false })
  return { token, tenantId }
}
