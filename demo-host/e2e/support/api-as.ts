import type { APIRequestContext } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'
import { PASSWORD } from '../people.ts'

/** The API as another client of a person sees it: what a page did is read back here. */
export const apiAs = async (request: APIRequestContext, { origins }: DemoHost, email: string) => {
  const signedIn = await request.post(`${origins.api}/identity/resources/auth/v1/user`, {
    headers: { origin: origins.host },
    data: { email, password: PASSWORD },
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
    async get(path: string): Promise<any> {
      return (await request.get(origins.api + path, { headers })).json()
    },
    async status(path: string): Promise<number> {
      return (await request.get(origins.api + path, { headers })).status()
    },
    // biome-ignore lint/suspicious/noExplicitAny: as above
    async post(path: string, data: object): Promise<any> {
      return (await request.post(origins.api + path, { headers, data })).json()
    },
  }
}
