import { lazy } from '../../../../kernel/lazy.ts'
import type { ApiTokenRecord, SessionRecord } from '../../../store/records.ts'
import type { Store } from '../../../store/store.ts'
import type { Place, TokenPlace } from './read-plans.ts'

// A store that can't read several lists at once, such as that of preview mode, doesn't load the plans.
const plans = lazy(() => import('./read-plans.ts'))

export const readForToken = async (store: Store, place: TokenPlace): Promise<void> => {
  if (store.readTogether) await (await plans()).readForToken(store, place)
}

export const readAhead = async (
  store: Store,
  place: Place & { email?: string },
  session?: Pick<SessionRecord, 'amr'>,
): Promise<void> => {
  if (store.readTogether) await (await plans()).readAhead(store, place, session)
}

export const readForApiToken = async (store: Store, token: ApiTokenRecord): Promise<void> => {
  if (store.readTogether) await (await plans()).readForApiToken(store, token)
}
