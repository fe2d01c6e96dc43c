import type { Ports, SecretUse } from '../../../ports.ts'
import type { Collections } from '../../../store/store.ts'

const secretUse = (tenantId: string): SecretUse => ({ purpose: 'slack', owner: tenantId })

/** Returns the Slack workspace of an account with its token, if there is one. */
export const slackInstallation = async ({ store, secretBox }: Pick<Ports, 'store' | 'secretBox'>, tenantId: string) => {
  const found = await store.slackInstallations.find({ tenantId })
  if (!found) return undefined
  const { text } = await secretBox.open(found.token, secretUse(tenantId))
  return { id: found.id, teamName: found.teamName, token: text }
}

/** Stores a workspace in place of an earlier one. */
export const keepInstallation = async (
  ports: Pick<Ports, 'store' | 'secretBox' | 'random' | 'clock'>,
  tenantId: string,
  { token, teamName }: { token: string; teamName: string },
  alsoWrite: (store: Collections) => Promise<void>,
): Promise<void> => {
  const sealed = await ports.secretBox.seal(token, secretUse(tenantId))
  const row = { id: ports.random.uuid(), tenantId, teamName, token: sealed, createdAt: ports.clock.now() }
  await ports.store.transaction(async (store) => {
    await store.slackInstallations.delete({ tenantId })
    await store.slackInstallations.insert(row)
    await alsoWrite(store)
  })
}
