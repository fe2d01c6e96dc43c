import { endpoint } from './endpoint.ts'

interface ImpersonationBody {
  impersonatedUserId: string
  actorToken: string
  redirectUrl?: string
}

interface ImpersonationResponse {
  accessToken: string
  tokenType: string
  refreshToken: string
  expiresIn: number
  expires: string
}

export const impersonation = {
  impersonate: endpoint<void, ImpersonationBody, ImpersonationResponse>()(
    'POST',
    '/identity/resources/impersonation/v1',
    { cookies: true },
  ),
}
