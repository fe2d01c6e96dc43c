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

/** What an identity provider says that begins a sign-in (OpenID Connect Core 4). */
export const ssoQuery = ({
  navigator,
}: Pick<FeatureDeps, 'navigator'>): { iss?: string | undefined; login_hint?: string | undefined } => {
  const { searchParams } = navigator.location()
  return { iss: searchParams.get('iss') ?? undefined, login_hint: searchParams.get('login_hint') ?? undefined }
}
