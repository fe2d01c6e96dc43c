import { endpoint } from '../endpoint.ts'

export const temporaryUserConfiguration = {
  updateTemporaryUserConfig: endpoint<void, { enabled: boolean }, { enabled: boolean }>()(
    'PUT',
    '/identity/resources/fe/v1/temporary-users-configuration',
  ),
}
