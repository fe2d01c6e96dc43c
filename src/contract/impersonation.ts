import { endpoint } from './endpoint.ts'

interface ImpersonationBody {
  impersonatedUserId: string
  actorToken: string
  redirectUrl?: string
}

interface ImpersonationAnswer {
  accessToken: string
  tokenType: string
  refreshToken: string
  expiresIn: number
  expires: string
}

export const impersonation = {
  impersonate: endpoint<void, ImpersonationBody, ImpersonationAnswer>()(
    'POST',
    '/identity/resources/impersonation/v1',
    { cookies: true },
  ),
}
