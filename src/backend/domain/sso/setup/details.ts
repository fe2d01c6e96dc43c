import type { MetadataWarning, SsoConnectionDetails, SsoStatus } from '../../../../entities/sso.ts'
import { lazy } from '../../../../kernel/lazy.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SsoConnectionRecord, SsoSetupRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'
import { failuresThisWeek, lastFailures } from './failures.ts'
import { EMPTY_SETUP } from './setups.ts'
import { currentTest } from './stored-test.ts'

const statusOf = ({ enabled }: SsoConnectionRecord, setup: SsoSetupRecord | undefined): SsoStatus => {
  if (enabled) return 'enabled'
  return setup && setup.enabledAt === null ? 'draft' : 'disabled'
}

const certificatesOf = ({ ssoSetup }: Ports, { publicCertificate }: SsoConnectionRecord) => {
  try {
    return ssoSetup.readCertificates(publicCertificate).map(({ facts }) => facts)
  } catch {
    // The certificates were stored before they were checked.
    return []
  }
}

/** Loaded on demand, because preview mode needs it on only one page. */
const guarantee = lazy(() => import('./guarantee.ts'))

export const toDetails = async (ports: Ports, connection: SsoConnectionRecord): Promise<SsoConnectionDetails> => {
  const { id, idpEntityId, oidcSecret, allowIdpInitiated } = connection
  const found = await ports.store.ssoSetups.get(id)
  const setup = found ?? EMPTY_SETUP
  const { guaranteeOfConnection } = await guarantee()
  return {
    id,
    name: setup.name,
    status: statusOf(connection, found),
    idpEntityId,
    metadataUrl: setup.metadataUrl,
    hasSecret: oidcSecret !== '',
    allowIdpInitiated,
    updatesRoles: setup.updatesRoles,
    certificates: certificatesOf(ports, connection),
    metadataWarnings: JSON.parse(setup.metadataWarnings) as MetadataWarning[], // Only `keepMetadata` writes them.
    enabledAt: setup.enabledAt === null ? null : iso(setup.enabledAt),
    lastSignInAt: setup.lastSignInAt === null ? null : iso(setup.lastSignInAt),
    failuresThisWeek: await failuresThisWeek(ports, connection),
    failures: await lastFailures(ports, connection),
    test: currentTest(found, ports.clock.now()),
    enforced: setup.enforced,
    exemptUserIds: idsOf(setup.exemptUserIds),
    guarantee: await guaranteeOfConnection(ports, connection),
  }
}
