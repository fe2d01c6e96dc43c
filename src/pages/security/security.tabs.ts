import { centerTab } from './center/index.ts'
import { domainsTab } from './domains/index.ts'
import { generalTab } from './general/index.ts'
import { ipTab } from './ip/index.ts'
import { sessionsTab } from './sessions/index.ts'
import type { TabDefinition } from './tab.ts'

/** Every tab in its order; the first one that a user may see is where the page opens. */
export const tabs: readonly TabDefinition[] = [centerTab, sessionsTab, generalTab, ipTab, domainsTab]
