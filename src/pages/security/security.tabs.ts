import { centerTab } from './center/index.ts'
import { domainsTab } from './domains/index.ts'
import { generalTab } from './general/index.ts'
import { ipTab } from './ip/index.ts'
import { sessionsTab } from './sessions/index.ts'
import type { TabDefinition } from './tab.ts'

/** All tabs in display order. The page opens with the first one that the user can see. */
export const tabs: readonly TabDefinition[] = [centerTab, sessionsTab, generalTab, ipTab, domainsTab]
