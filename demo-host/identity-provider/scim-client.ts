const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0'

/** The values that a provisioning connection provides for a directory. */
export interface ScimTarget {
  baseUrl: string
  token: string
}

export interface ScimUser {
  id: string
  userName: string
  displayName?: string
  active?: boolean
}

export interface ScimGroup {
  id: string
  displayName: string
  members?: readonly { value: string; display?: string }[]
}

interface Sent {
  method: 'POST' | 'PATCH' | 'DELETE'
  body?: object
}

const PAGE = 'count=100'

const detailOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : undefined

const replace = (value: object) => ({ schemas: [`${MESSAGES}:PatchOp`], Operations: [{ op: 'replace', value }] })

/**
 * Creates a client that pushes users and groups like a directory (RFC 7644).
 * @throws Error with the reason that the server gave
 */
export const scimClient = ({ baseUrl, token }: ScimTarget) => {
  const send = async (
    path: string,
    { method, body }: Sent | { method: 'GET'; body?: undefined } = { method: 'GET' },
  ) => {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const read: unknown = text ? JSON.parse(text) : undefined
    if (!response.ok) throw new Error(`${response.status}: ${detailOf(read) ?? response.statusText}`)
    return read
  }
  /** The server's schema defines this shape; the page shows the members that exist. */
  const list = async <Resource>(path: string): Promise<readonly Resource[]> =>
    ((await send(`${path}?${PAGE}`)) as { Resources?: readonly Resource[] }).Resources ?? []
  return {
    users: () => list<ScimUser>('Users'),
    groups: () => list<ScimGroup>('Groups'),
    createUser: (email: string, displayName: string) =>
      send('Users', {
        method: 'POST',
        body: {
          schemas: [`${CORE}:User`],
          userName: email,
          displayName,
          active: true,
          emails: [{ value: email, type: 'work', primary: true }],
        },
      }),
    changeUser: (id: string, change: Partial<Pick<ScimUser, 'displayName' | 'active'>>) =>
      send(`Users/${encodeURIComponent(id)}`, { method: 'PATCH', body: replace(change) }),
    deleteUser: (id: string) => send(`Users/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    createGroup: (displayName: string, memberIds: readonly string[]) =>
      send('Groups', {
        method: 'POST',
        body: { schemas: [`${CORE}:Group`], displayName, members: memberIds.map((value) => ({ value })) },
      }),
    changeGroup: (id: string, displayName: string, memberIds: readonly string[]) =>
      send(`Groups/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        body: replace({ displayName, members: memberIds.map((value) => ({ value })) }),
      }),
    deleteGroup: (id: string) => send(`Groups/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  }
}

export type ScimClient = ReturnType<typeof scimClient>
