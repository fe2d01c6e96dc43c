import type { APIRequestContext } from '@playwright/test'
import type { AnyEndpoint, BodyOf, ResponseOf } from '../../../src/contract/endpoint.ts'
import { login } from '../../../src/contract/login.ts'
import { fillPath } from '../../../src/contract/path.ts'
import type { DemoHost } from '../../server/demo-host.ts'
import { PASSWORD } from '../sample-users.ts'

type Query = Readonly<Record<string, string>>

/** Calls the API as another client of a user, to read the effect of a page's actions. */
export const apiAs = async (request: APIRequestContext, { origins }: DemoHost, email: string) => {
  const signedIn = await request.post(origins.api + login.login.path, {
    headers: { origin: origins.host },
    data: { email, password: PASSWORD },
  })
  const { accessToken } = (await signedIn.json()) as ResponseOf<typeof login.login>
  const headers = { authorization: `Bearer ${accessToken}` }
  const read = ({ path }: AnyEndpoint, params: Query = {}) => request.get(origins.api + path, { headers, params })
  return {
    async get<E extends AnyEndpoint>(endpoint: E, query?: Query): Promise<ResponseOf<E>> {
      return (await read(endpoint, query)).json()
    },
    async status(endpoint: AnyEndpoint, query?: Query): Promise<number> {
      return (await read(endpoint, query)).status()
    },
    async post<E extends AnyEndpoint>({ path }: E, data: BodyOf<E>): Promise<ResponseOf<E>> {
      return (await request.post(origins.api + path, { headers, data })).json()
    },
    async patch<E extends AnyEndpoint>({ path }: E, params: Query, data: BodyOf<E>): Promise<number> {
      return (await request.patch(origins.api + fillPath(path, params), { headers, data })).status()
    },
  }
}
