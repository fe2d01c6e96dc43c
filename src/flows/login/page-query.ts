import type { FeatureDeps } from '../../feature/slice.ts'

/** What the address of the page says about the sign-in. */
export const pageQuery = ({
  navigator,
}: Pick<FeatureDeps, 'navigator'>): { tenantId?: string | undefined; invitationToken?: string | undefined } => {
  const { searchParams } = navigator.location()
  return {
    tenantId: searchParams.get('tenantId') ?? undefined,
    invitationToken: searchParams.get('invitationToken') ?? undefined,
  }
}
