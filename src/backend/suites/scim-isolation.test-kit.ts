import { aGroup, aUser, patch } from './scim.test-kit.ts'
import { type Attempt, attempt, type Fixture, join, listed, off, title } from './scim-isolation-fixture.test-kit.ts'
import { OWN_ATTEMPTS } from './scim-isolation-owner.test-kit.ts'

/** Returns the same five requests for a resource that belongs to someone else. */
const onResource = (whose: string, kind: 'Users' | 'Groups', idOf: (fixture: Fixture) => string): Attempt[] => [
  attempt(`reads ${whose}`, (fixture) => ['GET', `${kind}/${idOf(fixture)}`]),
  attempt(`replaces ${whose}`, (fixture) => [
    'PUT',
    `${kind}/${idOf(fixture)}`,
    kind === 'Users' ? aUser('taken@new.test') : aGroup('Taken'),
  ]),
  attempt(`patches ${whose}`, (fixture) => ['PATCH', `${kind}/${idOf(fixture)}`, title]),
  attempt(`deletes ${whose}`, (fixture) => ['DELETE', `${kind}/${idOf(fixture)}`]),
]

const MEMBERSHIP: readonly Attempt[] = [
  attempt('adds a user to a group whose role its owner lacks', ({ ids }) => [
    'PATCH',
    `Groups/${ids.rich}`,
    join(ids.own),
  ]),
  attempt('adds a user to a group whose role ranks higher', ({ ids }) => [
    'PATCH',
    `Groups/${ids.high}`,
    join(ids.own),
  ]),
  attempt('replaces the members of a group whose role its owner lacks', ({ ids }) => [
    'PUT',
    `Groups/${ids.rich}`,
    aGroup('Rich', [ids.own]),
  ]),
  attempt('adds a user of another account to a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    join(ids.foreign),
  ]),
  attempt('adds a user of another connection to a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    join(ids.sibling),
  ]),
  attempt('adds a member by the id of the portal to a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    join('ada'),
  ]),
  attempt('creates a group with a user of another account', ({ ids }) => [
    'POST',
    'Groups',
    aGroup('New', [ids.foreign]),
  ]),
  attempt('nests a group in a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    patch({ op: 'add', path: 'members', value: [{ value: ids.rich, type: 'Group' }] }),
  ]),
  attempt('deletes a group whose role ranks higher', ({ ids }) => ['DELETE', `Groups/${ids.high}`]),
  attempt('takes the name of a group of the portal', () => ['POST', 'Groups', aGroup('Portal')]),
  attempt('renames a group to one of the portal', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    patch({ op: 'replace', path: 'displayName', value: 'Portal' }),
  ]),
]

const USERS_OF_OTHERS: readonly Attempt[] = [
  attempt('claims an administrator who ranks higher than its owner', () => ['POST', 'Users', aUser('ada@acme.test')]),
  attempt('claims a member whose domain no one validated', () => ['POST', 'Users', aUser('max@multi.test')]),
  attempt('claims a user of another connection', () => ['POST', 'Users', aUser('sibling@new.test')]),
  attempt('claims an administrator by a second email', () => [
    'POST',
    'Users',
    { ...aUser('x@new.test'), emails: [{ value: 'ada@acme.test', primary: true }] },
  ]),
  attempt('deactivates a user who became an administrator', ({ ids }) => ['PATCH', `Users/${ids.risen}`, off]),
  attempt('renames a user who became an administrator', ({ ids }) => ['PATCH', `Users/${ids.risen}`, title]),
  attempt('deletes a user who became an administrator', ({ ids }) => ['DELETE', `Users/${ids.risen}`]),
  attempt('moves its user to the email of an administrator', ({ ids }) => [
    'PUT',
    `Users/${ids.own}`,
    aUser('ada@acme.test'),
  ]),
  attempt('moves its user to a domain of another account', ({ ids }) => [
    'PUT',
    `Users/${ids.own}`,
    aUser('x@globex.test'),
  ]),
  attempt('moves its user to a domain that no one validated', ({ ids }) => [
    'PUT',
    `Users/${ids.own}`,
    aUser('x@else.test'),
  ]),
  attempt('changes the id of its user', ({ ids }) => [
    'PATCH',
    `Users/${ids.own}`,
    patch({ op: 'replace', path: 'id', value: 'ada' }),
  ]),
  attempt('puts its user in a group by the user’s own attribute', ({ ids }) => [
    'PATCH',
    `Users/${ids.own}`,
    patch({ op: 'add', path: 'groups', value: [{ value: ids.high }] }),
  ]),
]

const READING: readonly Attempt[] = [
  listed('lists users of another account by userName', () => ['GET', 'Users?filter=userName+eq+"new@globex.test"']),
  listed('lists members of the account by email', () => ['GET', 'Users?filter=emails+co+"ada@"']),
  listed('lists users of another connection', () => ['GET', 'Users?filter=userName+sw+"sibling"']),
  listed('searches groups of another account', () => ['GET', 'Groups?filter=displayName+eq+"Foreign"']),
  listed('searches groups of the portal', () => ['GET', 'Groups?filter=displayName+eq+"Portal"']),
  listed('searches users by a group of another account', ({ ids }) => [
    'GET',
    `Users?filter=groups.value+eq+"${ids.foreignGroup}"`,
  ]),
]

const TOKENS: readonly Attempt[] = [
  attempt('calls without a token', () => ['GET', 'Users', undefined, '']),
  attempt('calls with a token that was never issued', () => ['GET', 'Users', undefined, `fesc_${'x'.repeat(43)}`]),
  attempt('calls with the id of a connection as token', () => ['GET', 'Users', undefined, 'fesc_directory']),
]

export const ATTEMPTS: readonly Attempt[] = [
  ...onResource('a user of another account', 'Users', ({ ids }) => ids.foreign),
  ...onResource('a group of another account', 'Groups', ({ ids }) => ids.foreignGroup),
  ...onResource('a user of another connection', 'Users', ({ ids }) => ids.sibling),
  ...onResource('a group of another connection', 'Groups', ({ ids }) => ids.siblingGroup),
  ...onResource('a member by the id of the portal', 'Users', () => 'ada'),
  ...onResource('a group of the portal', 'Groups', () => 'portal'),
  ...MEMBERSHIP,
  ...USERS_OF_OTHERS,
  ...READING,
  ...TOKENS,
  ...OWN_ATTEMPTS,
]
