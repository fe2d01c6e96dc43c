import { createBrandedMailer } from './adapters/branded-mailer.ts'
import { createInboxTexter, createInboxTransport } from './adapters/inbox.ts'
import { readVendorFile } from './adapters/vendor-file.ts'
import { DEMO_ACCOUNT_ID } from './demo-account.ts'
import { applyVendorSettings } from './domain/vendor-settings/apply.ts'
import { type BackendSettings, type NodeBackend, openBackend } from './open-backend.ts'
import type { Ports } from './ports.ts'
import { loadSample } from './sample/index.ts'
import { mailSampleInvitation } from './sample/team.ts'
import { SAMPLE_FILE } from './sample/vendor-settings.ts'

export type { NodeBackend }

export interface NodeBackendSettings extends BackendSettings {
  /** `smtp://…` or `smtps://…`; without it, emails are delivered to the local inbox. */
  smtpUrl?: string | undefined
  /** Loads the sample tenants and users into an empty store. @default false */
  seed?: boolean
}

/** Sets up the demo's vendor in the same way as any other vendor; sample data is added afterwards. */
const setUpVendor = async (ports: Ports): Promise<void> => {
  if (await ports.store.tenants.get(DEMO_ACCOUNT_ID)) return
  await applyVendorSettings(ports, readVendorFile('front-entry.vendor.json', SAMPLE_FILE, process.env))
}

const seedInto = async (ports: Ports): Promise<void> => {
  await setUpVendor(ports)
  await loadSample(ports)
  // This email isn't sent over SMTP, because the sample's addresses belong to no one.
  await mailSampleInvitation({
    ...ports,
    mailer: createBrandedMailer(ports, createInboxTransport(ports)),
    outbox: undefined,
  })
}

/**
 * Opens the backend with everything that a Node process provides: database, argon2id, signing keys, email.
 *
 * @example const backend = await openNodeBackend({ dataDir: '.data', apiUrl, appUrl, seed: true })
 * @throws FolderInUseError when another process has `dataDir` open
 * @throws DatabaseError when the database can't be opened; its message names `DATABASE_URL` or `DATA_DIR`
 * @throws SealingKeyError when `sealingKey` is malformed or doesn't open the keys in the database
 * @throws TrustedProxyError for a trusted proxy that is neither an IP address nor a CIDR network
 */
export const openNodeBackend = ({ seed, ...settings }: NodeBackendSettings): Promise<NodeBackend> =>
  openBackend(settings, {
    createMailTransport: createInboxTransport,
    createTexter: createInboxTexter,
    ...(seed && { prepare: seedInto }),
  })
