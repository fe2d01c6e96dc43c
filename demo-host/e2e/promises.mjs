// The promises of Front Entry about reliability and security, and the tests that prove each of them.
//
// To add a test to a promise, or a new promise: add its file to `tests` (a path from the root of the repository). Test
// titles don't name numbers; this table does. `npm run prove` runs every listed Node and component test, and every test
// that imports a `report` or `reach` function, at full scale. The test notes what it measured under the number used
// here: `report({ row: 51, … })` in Node, `reach(51, …)` in a browser. `npm run prove` fails for a promise without a
// figure. After renaming a listed file, change its path here, then run `node demo-host/scripts/write-promises.mjs`,
// which writes PROMISES.md; `demo-host/scripts/promises.test.mjs` compares them.

const ENGINES = 'demo-host/e2e/engines/engines.ts'
const stage = (...names) => names.map((name) => `src/preview/stage/${name}.test.ts`)
const e2e = (...names) => names.map((name) => `demo-host/e2e/${name}.spec.ts`)

/** `{ number, title, promise, tests }`; numbers are permanent, so gaps stay. */
export const PROMISES = [
  {
    number: 1,
    title: 'Many tabs, one refresh',
    promise:
      'When the token of many open tabs expires, one of them refreshes it and all of them continue with the new one. No tab is signed out, even in a browser without Web Locks or BroadcastChannel.',
    tests: [...e2e('tabs'), 'src/session/session-tabs.test.ts', ENGINES],
  },
  {
    number: 2,
    title: 'Parallel calls, one request',
    promise:
      'Parallel requests for a token in one tab share a single refresh and its error. During an outage the next attempt waits for a cool-down.',
    tests: ['src/session/session.test.ts', 'src/session/session-faults.test.ts', 'src/session/session-tabs.test.ts'],
  },
  {
    number: 3,
    title: 'A tab that dies blocks no other',
    promise:
      'If a tab crashes or closes while it refreshes, another tab has a token within 10 seconds. Calling the session from its own events never deadlocks.',
    tests: [...e2e('tabs'), 'src/session/session-tabs.test.ts', ENGINES],
  },
  {
    number: 4,
    title: 'Refresh token rotation survives races',
    promise:
      'Concurrent uses of one refresh token receive the same successor. Reuse after the grace period ends the session on every device that shares it.',
    tests: ['src/backend/prove/refresh.prove.ts', 'src/backend/prove/processes.prove.ts'],
  },
  {
    number: 5,
    title: 'Sign-out wins over a late refresh',
    promise: 'A refresh that completes after the user signed out is discarded in every tab.',
    tests: e2e('tabs'),
  },
  {
    number: 6,
    title: 'An outage signs no one out',
    promise:
      'While the API fails, sessions that are still valid stay signed in, retries back off, and the session recovers within 20 seconds of the end of the outage. A session that the server ended is signed out once.',
    tests: [...e2e('tabs'), 'src/session/session-faults.test.ts'],
  },
  {
    number: 7,
    title: 'A wrong clock does no harm',
    promise:
      'A device clock that is minutes or a day off causes no early sign-out and no extra requests. The server tolerates a difference of less than 30 seconds.',
    tests: ['src/session/session-faults.test.ts', 'src/backend/prove/clocks.test.ts'],
  },
  {
    number: 8,
    title: 'Sleep and unusual lifetimes',
    promise:
      'After sleep the session is refreshed once. Token lifetimes that are very long, zero, negative or invalid cause no request loop.',
    tests: e2e('lifetimes'),
  },
  {
    number: 9,
    title: 'Each tab keeps its tenant',
    promise:
      'Tabs with different tenants never use each other’s tenant or token, and a tenant named in a URL is checked by the server.',
    tests: [...e2e('tenants'), 'src/session/session.test.ts', ENGINES],
  },
  {
    number: 10,
    title: 'Works without storage',
    promise:
      'If browser storage or cookies are blocked, full, broken or cleared halfway, sign-in still succeeds or explains the problem.',
    tests: [...e2e('storage-faults'), ...stage('box-storage-faults')],
  },
  {
    number: 11,
    title: 'Scripts that fail to load are retried',
    promise:
      'A script file that fails, is slow or returns an error is loaded again. If it stays unavailable, the page receives an error event and is otherwise unaffected.',
    tests: e2e('blocked-scripts'),
  },
  {
    number: 12,
    title: 'Several sign-ins at once',
    promise:
      'Five sign-ins by redirect can be open in different tabs at once, each with its own state and verifier; a sixth replaces the oldest.',
    tests: [...e2e('callback', 'social')],
  },
  {
    number: 13,
    title: 'Forged callbacks exchange nothing',
    promise:
      'A callback is used only if this browser started exactly this sign-in. Any other callback sends no request and shows a way back.',
    tests: e2e('callback', 'sso'),
  },
  {
    number: 14,
    title: 'Connection lost during the code exchange',
    promise:
      'If the network drops while the authorization code is exchanged, the code is sent at most once, a message appears within 5 seconds, and the next sign-in works.',
    tests: [...e2e('callback'), ENGINES],
  },
  {
    number: 15,
    title: 'Hostile identity providers are refused',
    promise:
      'Issuer, nonce, audience, expiry, algorithm and subject of an ID token are checked before it is used. Weak or repeated authorization requests are refused by the backend.',
    tests: ['demo-host/hostile-provider/hostile-provider.test.ts'],
  },
  {
    number: 16,
    title: 'Secrets never leak',
    promise:
      'Passwords, codes, tokens and secrets never appear in URLs, referrers, logs, console output, error objects, the DOM or messages to other windows. Secrets of connections, directories and webhooks are stored sealed or hashed and shown once.',
    tests: [
      ...e2e('canary'),
      'src/server/prove/no-secrets-logged.test.ts',
      'src/backend/prove/secrets-at-rest.test.ts',
    ],
  },
  {
    number: 17,
    title: 'Tokens go to the API only',
    promise: 'The bearer token is sent only to the configured base URL, whatever path a call names.',
    tests: ['src/http/http-url.test.ts', 'src/backend/prove/urls-and-emails.prove.ts'],
  },
  {
    number: 18,
    title: 'No open redirect',
    promise:
      'Redirect URLs lead only to the site itself or to URLs that the vendor allowed, no matter how they are written.',
    tests: [...e2e('urls'), 'src/rules/redirect-url.test.ts', 'src/backend/prove/urls-and-emails.prove.ts'],
  },
  {
    number: 19,
    title: 'URLs from the server are checked',
    promise: 'A URL that the server returns is followed only if it is an https URL that the current step expects.',
    tests: [...e2e('social', 'sso'), 'src/backend/prove/urls-and-emails.prove.ts'],
  },
  {
    number: 20,
    title: 'Forged messages and frames',
    promise:
      'Messages from other origins change nothing, and the login page cannot be framed unless the vendor allows it.',
    tests: [...e2e('messages'), ENGINES],
  },
  {
    number: 21,
    title: 'Step-up cannot be skipped',
    promise:
      'A step-up passes only with a recent second factor. It redirects once, and a canceled step-up leaves nothing behind.',
    tests: [...e2e('step-up', 'step-up-dialog'), 'src/rules/step-up.test.ts', 'src/backend/prove/webauthn.prove.ts'],
  },
  {
    number: 22,
    title: 'Signing out is final',
    promise:
      'Sign-out clears the page within a second, even offline, ends the session on the server, and the back button shows nothing private. Other sites cannot sign the user out.',
    tests: [...e2e('logout'), ENGINES],
  },
  {
    number: 23,
    title: 'Text stays text',
    promise: 'Names, labels, errors and translations that contain markup are shown as text everywhere, also in emails.',
    tests: [...e2e('hostile-text'), ...stage('portal-hostile-text', 'portal-hostile-dialogs', 'hostile-mails')],
  },
  {
    number: 24,
    title: 'Themes cannot inject CSS',
    promise: 'Theme options accept typed values only and cannot load anything from another host.',
    tests: ['src/theme/create-theme.test.ts'],
  },
  {
    number: 25,
    title: 'Hostile options are harmless',
    promise: 'Options of any shape change no prototype and crash nothing; invalid parts are reported and ignored.',
    tests: [
      'src/kernel/safe-merge.test.ts',
      'src/feature/odd-configuration.test.ts',
      ...stage('portal-odd-configuration'),
    ],
  },
  {
    number: 26,
    title: 'Large and broken translations',
    promise:
      'One megabyte of texts, right-to-left languages and broken placeholders neither slow the page down nor break it.',
    tests: [...e2e('localization'), 'src/i18n/create-translator.test.ts', ENGINES],
  },
  {
    number: 27,
    title: 'Hostile pages and strict policies',
    promise:
      'Styles, changed prototypes, names and forms of the host page change neither the look nor the work of login box and portal. Both run under a Content Security Policy without unsafe sources, with Trusted Types.',
    tests: [...e2e('hostile', 'csp'), ENGINES],
  },
  {
    number: 28,
    title: 'Unmounting leaves nothing behind',
    promise:
      'Apps that are unmounted leave no element, style sheet, listener, timer, lock or channel in the page, and 500 mounts leave its memory as it was.',
    tests: [...e2e('unmounting'), ENGINES],
  },
  {
    number: 29,
    title: 'Everything works by keyboard',
    promise:
      'Every sign-in flow works without a mouse: focus is visible and never hidden, targets are large enough, and fields name their purpose to password managers.',
    tests: [...stage('box-keyboard'), ENGINES],
  },
  {
    number: 30,
    title: 'Passkey ceremonies',
    promise:
      'Canceled, timed-out, parallel or tampered passkey ceremonies never hang, and replayed or altered assertions are refused.',
    tests: [
      ...e2e('passkeys', 'passkey-failures', 'passkey-offer', 'passkey-list'),
      ...stage('box-passkeys', 'box-passkey-offer'),
      'src/backend/prove/webauthn.prove.ts',
    ],
  },
  {
    number: 31,
    title: 'Forged tokens are refused',
    promise:
      'Servers accept only tokens with the right algorithm, issuer, audience, type, expiry and signing key. Unknown key IDs cause at most two key requests a minute.',
    tests: ['src/server/prove/forged-tokens.test.ts', 'demo-host/hostile-provider/hostile-provider.test.ts'],
  },
  {
    number: 32,
    title: 'Tampered session cookies are refused',
    promise:
      'An altered, swapped, expired or oversized session cookie is treated as no session, in constant cost and without an exception.',
    tests: ['src/server/prove/hostile-cookies.test.ts'],
  },
  {
    number: 33,
    title: 'Cookie password rotation',
    promise: 'Rotating the cookie password loses no session; sessions sealed with a removed password are signed out.',
    tests: ['src/server/prove/password-rotation.test.ts'],
  },
  {
    number: 34,
    title: 'Large sessions are split correctly',
    promise:
      'Sessions of any supported size survive being split over several cookies; larger ones are refused by name.',
    tests: ['src/server/prove/chunked-cookies.test.ts'],
  },
  {
    number: 35,
    title: 'Caches never mix users',
    promise: 'A caching proxy between users and the app never shows one user the page of another.',
    tests: ['src/server/prove/shared-caches.test.ts'],
  },
  {
    number: 36,
    title: 'Many users refresh on the server',
    promise:
      'When many users refresh on one server at the same moment, each gets their own token, with one request each.',
    tests: ['src/server/prove/renewals-at-once.test.ts'],
  },
  {
    number: 37,
    title: 'Server gates fail closed',
    promise:
      'No spelling of a path, forged header or server fault opens a protected page, and other sites cannot change anything.',
    tests: ['src/server/prove/gate-bypass.test.ts'],
  },
  {
    number: 38,
    title: 'Entitlements never throw',
    promise: 'The entitlement engine gives a result for any input, changes none, and explains each decision.',
    tests: ['src/entitlements/property.test.ts'],
  },
  {
    number: 39,
    title: 'Patterns have a time limit',
    promise: 'A hostile pattern in an entitlement rule is evaluated within 50 milliseconds.',
    tests: ['src/entitlements/hostile-patterns.test.ts'],
  },
  {
    number: 40,
    title: 'Roles and permissions are enforced',
    promise: 'Every admin call is refused without its permission and across tenants, on the server as in the page.',
    tests: ['src/backend/permissions.test.ts', 'src/rules/access.test.ts'],
  },
  {
    number: 41,
    title: 'Exports contain no formulas',
    promise: 'Cells of exported CSV files are never run as formulas and keep their values.',
    tests: ['src/rules/csv.test.ts'],
  },
  {
    number: 42,
    title: 'Nothing inside is reached',
    promise:
      'URLs that users enter, of identity providers and webhooks, and those that these redirect to or name, never lead into the network of the server, however they are written and whatever their names resolve to.',
    tests: ['src/backend/prove/inner-urls.test.ts'],
  },
  {
    number: 43,
    title: 'Forged SAML responses are refused',
    promise:
      'SAML responses that are wrapped, unsigned, replayed, addressed to others or carry a DTD are refused; the signed element is the one that is read, encrypted or not. Forged or replayed logout messages end no session.',
    tests: ['src/backend/prove/saml.prove.ts'],
  },
  {
    number: 44,
    title: 'Links in emails',
    promise:
      'Links use the configured host whatever a request claims, email scanners use nothing up, and each link works once.',
    tests: ['src/backend/prove/mail-links.test.ts'],
  },
  {
    number: 45,
    title: 'Guessing is limited',
    promise:
      'Sign-in attempts are limited per account and network, and neither the response nor its timing reveals whether a user exists.',
    tests: ['src/backend/prove/guessing.prove.ts', 'src/backend/same-work.test.ts'],
  },
  {
    number: 46,
    title: 'Malformed responses',
    promise:
      'Whatever a broken API returns, the user reads a clear message, waiting ends, and repeated clicks send one request.',
    tests: stage('box-malformed', 'portal-malformed'),
  },
  {
    number: 47,
    title: 'Restarts lose nothing',
    promise: 'Killing the backend during writes loses no acknowledged write, and it starts again within 5 seconds.',
    tests: ['src/backend/prove/restart.prove.ts'],
  },
  {
    number: 48,
    title: 'Every published file is the built one',
    promise:
      'The manifest names the hash of every published file and the loader that of every chunk, so a changed file is noticed. No file makes code from text.',
    tests: e2e('release'),
  },
  {
    number: 49,
    title: 'One way in',
    promise:
      'One function decides whether a session may enter a tenant, and every path to a token uses it. Second factors, limits and the tenant of an impersonation cannot be bypassed by another path.',
    tests: [
      'src/backend/domain/identity/access/one-entry.test.ts',
      'src/backend/prove/session-states.test.ts',
      'src/backend/prove/session-states-pglite.prove.ts',
      'src/backend/prove/session-states.database.test.ts',
    ],
  },
  {
    number: 50,
    title: 'Prepared accounts',
    promise:
      'Nothing that was created before the owner proved an email or a phone number gives access afterwards: no password, session, factor, token, number, linked account or pending code.',
    tests: [
      'src/backend/prove/pre-hijack.prove.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 51,
    title: 'Granting',
    promise:
      "No call makes a role or permission effective that its caller doesn't hold, and an invitation gives no power over the account of the invited user.",
    tests: [
      'src/backend/grants.test.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 52,
    title: 'No lockout by mistake',
    promise:
      'Before a security policy is saved, the server knows every user who loses access by it. It refuses to lock out the last administrator, and lets callers lock themselves out only after they typed the name of the account.',
    tests: [
      'src/backend/prove/lockout-guard.test.ts',
      'src/backend/prove/lockout-guard-ip.test.ts',
      'src/backend/prove/security-page.prove.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 53,
    title: 'Lockout compares no password too many',
    promise:
      'However many wrong passwords arrive at once, as many are compared as the lockout policy allows. Responses show neither whether an account exists nor whether it is locked.',
    tests: [
      'src/backend/suites/lockout.suite.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 54,
    title: 'IP restrictions hold everywhere',
    promise:
      'Every request, sign-in, refresh and API token of an account with IP restrictions is checked by the address of the connection, which no header can forge. A decision takes less than a millisecond, however many rules there are.',
    tests: [
      'src/backend/prove/ip-restrictions.prove.ts',
      'src/backend/domain/identity/restrictions/ip-range.test.ts',
      'src/backend/suites/ip-entry.suite.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
      ...e2e('ip-restrictions'),
    ],
  },
  {
    number: 55,
    title: 'True findings',
    promise:
      'Recommendations, insights and score of the security center follow from the state of the account alone, and appear within 300 ms with 10,000 users.',
    tests: [
      'src/rules/security-findings.test.ts',
      'src/backend/prove/security-center.prove.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
      ...e2e('security-center'),
      ...e2e('recommendations'),
    ],
  },
  {
    number: 56,
    title: 'Email domains hold at every way in',
    promise:
      'No email of a domain that an account does not accept joins it by sign-up, invitation, bulk add, social account, single sign-on or link, however it is spelled.',
    tests: [
      'src/rules/email-domain.test.ts',
      'src/backend/prove/domain-lists.prove.ts',
      ...e2e('domain-restrictions'),
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 57,
    title: 'A directory manages its own users, and nothing else',
    promise:
      'The requests that Okta and Microsoft Entra ID document for users and groups get the documented responses, and a first sync of 10,000 users takes less than 10 minutes. A directory reaches no user, role or account beyond its own.',
    tests: [
      'src/backend/prove/scim-directories.test.ts',
      'src/backend/prove/scim-isolation.test.ts',
      'src/backend/prove/scim.test.ts',
      'src/backend/prove/scim.prove.ts',
    ],
  },
  {
    number: 58,
    title: 'Trust of one account counts in no other',
    promise:
      'A sign-in or a second factor that the identity provider of one account vouched for opens that account and those below it, and no other account of the user. Session limits of an account hold by every way into it.',
    tests: [
      'src/backend/prove/entry-points.prove.ts',
      'src/backend/prove/session-states.test.ts',
      ...e2e('account-entry'),
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 59,
    title: 'Amounts of money are exact',
    promise:
      'Amounts are displayed, summed and printed on invoices exactly, in currencies with no, two and three decimals, whatever their size.',
    tests: [
      'src/backend/prove/invoice-amounts.test.ts',
      'src/backend/adapters/invoice-sums.test.ts',
      'src/rules/money.test.ts',
    ],
  },
  {
    number: 60,
    title: 'One charge, one plan',
    promise:
      'Killed backends, lost responses, double clicks, several tabs and notifications that arrive twice, early, late or out of order charge a customer once, and the plan is always what was paid for.',
    tests: [
      'src/backend/prove/payment-faults.test.ts',
      'demo-host/payment-provider/payment-faults.database.test.ts',
      'src/backend/sample/payment-ledger.test.ts',
    ],
  },
  {
    number: 61,
    title: 'Every event arrives, signed and in order',
    promise:
      'Webhooks lose no event when processes are killed and when the receiver fails or hangs. A repeated delivery has the same id, the events of a record arrive in order, and altered messages are recognized with the published library of Standard Webhooks.',
    tests: [
      'src/backend/prove/webhook-delivery.prove.ts',
      'src/backend/prove/webhook-signatures.test.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 62,
    title: 'Deploys and outages fail no call',
    promise:
      'Processes on one database are replaced one after the other, also by those of another release and back, without a failed call, a lost event or a signed-out user. While PostgreSQL is away, calls are refused with 503 and Retry-After; the server recovers within 5 s after it is back, and within 20 s through PgBouncer in transaction mode. Secrets of clients are in no log line, metric or error.',
    tests: [
      'src/serve/rolling.prove.ts',
      'src/serve/releases.prove.ts',
      'src/serve/first-baseline.database.test.ts',
      'src/serve/killed-migrations.database.test.ts',
      'src/backend/adapters/postgres/additive-migrations.test.ts',
      'src/serve/drain.test.ts',
      'src/serve/shutdown.database.test.ts',
      'src/serve/outage.database.test.ts',
      'src/backend/adapters/postgres/pooled-store.database.test.ts',
      'src/serve/secrets.database.test.ts',
      'src/serve/production-log.test.ts',
      'src/backend/adapters/readiness.test.ts',
      'src/backend/adapters/postgres/outage.test.ts',
    ],
  },
  {
    number: 63,
    title: 'Right the first time in every stack',
    promise:
      'In plain HTML, Vite, React, Vue, Svelte, Angular, Next.js and Express, a newcomer who follows the page of quickstarts from an empty folder with the packed package types at most 15 lines beyond what the generator of the stack writes. The types check, the box has the color of the app, a user signs in, an event is raised, a gate opens, and the portal opens without a console error.',
    tests: e2e('quickstarts'),
  },
  {
    number: 65,
    title: 'A wrong set-up is explained',
    promise:
      'Each of 40 seeded faults of a set-up, among them base URL, origin, client ID, options, markup, Content Security Policy, integrity and a missing fallback, is explained by one message that names the fix. None is silent.',
    tests: [
      ...e2e('setup-faults'),
      ...e2e('static-server'),
      'src/elements/setup/seeded-faults.test.ts',
      'src/elements/setup/setup.test.ts',
    ],
  },
  {
    number: 66,
    title: 'No messages without consent',
    promise:
      'An account sends one request to a recipient who is not a member, at most three a day to one mailbox, and nothing else until the recipient confirms by its link. No other link confirms or stops the messages of a recipient.',
    tests: [
      'src/backend/suites/message-recipients.suite.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 67,
    title: 'Trusted providers are chosen with a second factor',
    promise:
      'While a connection of single sign-on is on, no administrator who has a second factor changes whom it trusts without it, and every change is emailed to all administrators. A connection that copies the issuer of another account receives none of its sign-ins.',
    tests: [
      'src/backend/suites/sso-trust.suite.ts',
      'src/backend/suites/copied-provider.suite.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 68,
    title: 'An empty database is enough',
    promise:
      'From the packed package and an empty database, embedded or PostgreSQL, a vendor becomes the operator by a one-time link, and a customer signs up, invites a user, signs users in by single sign-on, takes users of a directory, receives a webhook and buys a plan, all in the browser. No step needs the database.',
    tests: e2e('empty-database'),
  },
  {
    number: 69,
    title: 'A right ends with its holder',
    promise:
      'What lasts in an account does at most what the member who vouches for it may do at the moment: a connection of single sign-on signs in no administrator with more rights, a directory manages none, and API tokens, webhooks, emails, text messages, Slack, scheduled reports and invite links give no more. Users who hold the rights, and ordinary users, are never stopped by it.',
    tests: [
      'src/backend/prove/rights-of-today.test.ts',
      'src/backend/prove/outlived-rights.test.ts',
      'src/backend/suites/rights-of-today.suite.ts',
      'src/backend/suites/outlived-rights.suite.ts',
      'src/backend/suites/guarantors.suite.ts',
      'src/backend/suites/token-guarantors.suite.ts',
      'src/backend/suites/event-areas.suite.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 70,
    title: 'Weakening is proven, and never by a lower rank',
    promise:
      'Every call that changes something declares its permission, rank, fresh proof, audit row and events, or the types fail. No caller without the permission, with fewer permissions than the member they act on, or whose last proof is older than 300 s weakens the protection of an account.',
    tests: [
      'src/backend/suites/declared-access.suite.ts',
      'src/backend/suites/fresh-proof.suite.ts',
      'src/backend/suites/member-rank.suite.ts',
      'src/backend/backend.test.ts',
      'src/backend/backend-pglite.prove.ts',
      'src/backend/backend.database.test.ts',
    ],
  },
  {
    number: 71,
    title: 'No file is imported wrong in silence',
    promise:
      'Of CSV files in UTF-8, UTF-16 and Windows-1252, with any separator, line break and quotation, damaged ones included, every user is imported exactly or reported with the line.',
    tests: ['src/parts/csv/csv-files.test.ts'],
  },
  {
    number: 72,
    title: 'A session outlives an outage',
    promise:
      'After a failed refresh, an outage of the database or of the API, every open tab of a signed-in user returns to the session by itself. Meanwhile the tabs show the outage, never a sign-in form, and send few requests.',
    tests: [...e2e('outage'), 'src/session/session-faults.test.ts'],
  },
  {
    number: 73,
    title: 'A chunk that fails',
    promise:
      'A file of the box or the portal that is missing, damaged or doesn’t arrive is loaded again. What still fails shows an error in its place with “Try again”, which works once the file is there; what was typed stays.',
    tests: e2e('chunks'),
  },
  {
    number: 74,
    title: 'No change without its audit row',
    promise:
      'A change, its event and its audit row are written in one transaction. Killing the backend in the middle of changes leaves no change without its row, no row without its change, and a chain of hashes without a gap.',
    tests: ['src/backend/prove/unit-of-work.prove.ts'],
  },
  {
    number: 75,
    title: 'The painted field is taken over unnoticed',
    promise:
      'Whatever a user does in the email field while React takes it over, typing, editing, composing with an input method or moving the focus, its text, caret and focus end as in a field that nothing takes over, and the node stays the same.',
    tests: e2e('take-over'),
  },
]
