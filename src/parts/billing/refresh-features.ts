import type { FeatureDeps } from '../../feature/slice.ts'

/** Refreshes the token, which has the features of the new plan. The session passes it to the other tabs. */
export const refreshFeatures = ({ session, log }: Pick<FeatureDeps, 'session' | 'log'>): void =>
  void session.refresh().catch((error: unknown) => log.warn('The features of the new plan could not be loaded', error))
