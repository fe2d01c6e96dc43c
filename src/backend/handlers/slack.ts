import type { connectivity, slackApp } from '../../contract/webhooks.ts'
import { lazy } from '../../kernel/lazy.ts'
import { allowed, byOauth, type Handlers } from '../http/handler.ts'

const READ_APP = 'fe.connectivity.read.slackApp'
const WRITE_APP = 'fe.connectivity.write.slackAppRegistration'

const work = lazy(async () => (await import('./slack-work.ts')).slackWork)

export const slackHandlers = {
  getSlackConfig: allowed('fe.connectivity.read.slackSubscriptions', async (call) => (await work()).config(call)),
  getSlackScope: allowed(READ_APP, async (call) => (await work()).scope(call)),
  getSlackChannels: allowed('fe.connectivity.read.slackChannels', async (call) => (await work()).channels(call)),
  createSlackSubscription: allowed('fe.connectivity.write.slackSubscriptions', async (call) =>
    (await work()).create(call),
  ),
  updateSlackSubscription: allowed('fe.connectivity.write.updateSlackSubscription', async (call) =>
    (await work()).update(call),
  ),
  deleteSlackSubscription: allowed('fe.connectivity.delete.slackSubscriptions', async (call) =>
    (await work()).remove(call),
  ),
  registerSlackCode: allowed(WRITE_APP, async (call) => (await work()).register(call)),
} satisfies Partial<Handlers<typeof connectivity>>

export const slackAppHandlers = {
  getSlackAuthorization: allowed(WRITE_APP, async (call) => (await work()).authorization(call)),
  receiveSlackCode: byOauth(async (call) => (await work()).receive(call)),
  getSlackWorkspace: allowed(READ_APP, async (call) => (await work()).workspace(call)),
  disconnectSlack: allowed('fe.connectivity.delete.slackAppRegistration', async (call) =>
    (await work()).disconnect(call),
  ),
} satisfies Handlers<typeof slackApp>
