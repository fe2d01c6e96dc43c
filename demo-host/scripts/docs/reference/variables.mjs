// The environment variables of the product. The reference lists them all, and tests compare them with the variables
// that the programs read.

/** `[names, meaning, default]`, in Markdown. */
/** Variables of `npm run serve` alone. */
export const SERVE = [
  [
    '`API_URL`',
    'public origin of the server: issuer of tokens, and where redirects of identity providers arrive; https, except on localhost',
    'required',
  ],
  [
    '`CLIENT_ID`, `APP_URL`',
    '`client.clientId` and `client.appUrl` of the settings file; what your pages give as `contextOptions.clientId`, and their origin; without them the first of `clients` in the settings file',
    'required',
  ],
  ['`SEALING_KEY`', 'as below', 'required'],
  [
    '`SMTP_URL` or `MAIL_URL`',
    'the way that emails leave the server by: an SMTP server as below, or an https URL that each email is posted to; one of them',
    'required',
  ],
  [
    '`MAIL_SECRET`, `MAIL_FROM`',
    'with `MAIL_URL`: what signs its requests, and the sender, such as `Acme <no-reply@example.com>`',
    '–',
  ],
  ['`SMS_URL`, `SMS_SECRET`', 'https URL that each text message is posted to, and what signs the requests', '–'],
  [
    '`TWILIO_ACCOUNT_SID`, `TWILIO_AUTH_TOKEN`, `TWILIO_FROM`',
    'your account at Twilio, which sends text messages instead of `SMS_URL`; its auth token; and the number or name that they are from',
    '–',
  ],
  [
    '`TWILIO_API_KEY`, `TWILIO_API_SECRET`, `TWILIO_MESSAGING_SERVICE_SID`',
    'an API key instead of the auth token, and a messaging service instead of the number',
    '–',
  ],
  ['`HOST`', 'IP address to listen at; `0.0.0.0` for all', '`127.0.0.1`'],
  ['`CDN_URL`', 'origin that serves the release; without it the server does, below its version', '–'],
  [
    '`SEALING_KEY_FILE`, `SEALING_KEY_NEXT_FILE`, `SMTP_URL_FILE`, `MAIL_SECRET_FILE`, `SMS_SECRET_FILE`, `TWILIO_AUTH_TOKEN_FILE`, `TWILIO_API_SECRET_FILE`, `DATABASE_URL_FILE`, `DATABASE_DIRECT_URL_FILE`, `STRIPE_SECRET_KEY_FILE`, `STRIPE_WEBHOOK_SECRET_FILE`, `SLACK_CLIENT_SECRET_FILE`',
    'file that holds the secret, as container engines and systemd provide it, instead of the variable; the settings file names the first one as `sealingKeyFile`, and those of messages as below, by paths that start at its folder',
    '–',
  ],
  [
    '`SHUTDOWN_SECONDS`',
    'seconds that calls in flight have after SIGTERM before they are cut off; 2.5 s more must fit into the time that your platform waits',
    '`7`',
  ],
  [
    '`SHUTDOWN_GRACE_SECONDS`',
    'seconds after SIGTERM in which new connections are still taken, so that load balancers notice',
    '`1`',
  ],
  [
    '`METRICS_PORT`, `METRICS_HOST`',
    'port and IP address of this machine that serve Prometheus text at `/metrics`',
    '–, `127.0.0.1`',
  ],
  [
    '`DATABASE_DIRECT_URL`',
    'the same database as `DATABASE_URL` without the pooler in between, where that is one in transaction mode: notices of changes need such a connection, and migrations use it',
    '`DATABASE_URL`',
  ],
  [
    '`PASSWORD_QUEUE`',
    'sign-ins and other calls that may wait for a processor to hash a password, besides those whose turn it is, one per processor and 4 at most; beyond it calls get 429 with `Retry-After` at once',
    '16',
  ],
  ['`CLIENTS`', '`clients` of the settings file as JSON', '–'],
]

/**
 * Variables of both the demo and `npm run serve`, except for `DEMO`, `DEMO_SEED`, `STRIPE_API_URL` and `SLACK_API_URL`.
 */
export const COMMON = [
  ['`DEMO`', '`on` lets the demo use `DATABASE_URL`; of the demo only', '–'],
  [
    '`PORT`',
    "port of `npm run serve`, or of the demo pages; CDN, API and the demo's identity provider use the next three",
    '`3000`',
  ],
  ['`DATA_DIR`', 'folder of the embedded database', '`.data`, `data` of `npm run serve`'],
  ['`DATABASE_URL`', 'PostgreSQL instead of the embedded database; the demo needs `DEMO=on` beside it', '–'],
  [
    '`SMTP_URL`',
    'SMTP server instead of the inbox page, such as `smtps://user:password@mail.example.com:465?from=no-reply@example.com`',
    '–',
  ],
  [
    '`STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET`, `STRIPE_PUBLISHABLE_KEY`',
    "your Stripe account instead of the demo's payment provider; the second signs notifications to `/identity/resources/fe/v1/billing/payment-events`, the third is for the card form in the browser",
    '–',
  ],
  ['`SLACK_CLIENT_ID`, `SLACK_CLIENT_SECRET`', "your app at Slack instead of the demo's stand-in", '–'],
  ['`STRIPE_API_URL`, `SLACK_API_URL`', 'other URLs of their APIs, for tests', 'their own'],
  [
    '`BREACHED_PASSWORDS_URL`',
    "service with the range protocol of Have I Been Pwned, such as `https://api.pwnedpasswords.com/range`, that is asked about passwords which the server's own list doesn't have: five digits of the SHA-1 are sent, for at most 2 s; https, except on localhost",
    'none is asked',
  ],
  [
    '`ALLOWED_ORIGINS`',
    'origins of your pages that may use this API besides `APP_URL`, such as `https://shop.example.com`, separated by commas; the demo allows every page of `http://localhost` as well',
    '–',
  ],
  [
    '`CHOSEN_ACCOUNT_IDS`',
    '`on` lets administrators choose any free id for a sub-account; a refusal then reveals an id that another account has',
    '`off`: random UUIDs are kept, all others replaced',
  ],
  [
    '`HOST_COOKIES`',
    '`on` names the cookies of `npm run serve` `__Host-…` where `API_URL` is https; users sign in again after the change',
    '`off`',
  ],
  [
    '`TRUSTED_PROXIES`',
    'reverse proxies whose `X-Forwarded-For` is read, or else `Forwarded` (proxies that write only that one must remove the other), also app servers that use `front-entry/server`: IP addresses or CIDR networks, separated by commas',
    'none',
  ],
  [
    '`TOKEN_ALGORITHM`',
    '`RS256` or `ES256`: signs access tokens and ID tokens. The key set has keys of both',
    '`RS256`',
  ],
  [
    '`AUDIT_RETENTION_DAYS`',
    'days that events of the audit log are kept; a signed checkpoint proves the rest',
    'for ever',
  ],
  [
    '`APP_URL`, `APP_BASENAME`',
    'origin and base path of your application; links in emails lead there',
    'the demo pages',
  ],
  [
    '`APP_URL_STRATEGY`, `APP_ROUTES`',
    '`path` or `hash`; overridden auth routes as JSON, such as `{"loginUrl":"/sign-in"}`',
    '`path`',
  ],
  [
    '`REDIRECT_URIS`, `POST_LOGOUT_REDIRECT_URIS`',
    'further URLs for hosted login and sign-out; the default routes of all allowed origins always work',
    '–',
  ],
  [
    '`CONFIG_FILE`',
    'JSON file with `apiUrl`, `sealingKeyFile`, `breachedPasswordsUrl`, `allowedOrigins`, `client.clientId`, `client.appUrl`, `.basename`, `.urlStrategy`, `.routes`, `.redirectUris`, `.postLogoutRedirectUris`, `mail.smtpUrl`, `mail.url`, `.secretFile`, `.from`, `sms.url`, `.secretFile`, `twilio.accountSid`, `.authTokenFile`, `.apiKey`, `.apiSecretFile`, `.from`, `.messagingServiceSid`, `tokens.algorithm`, `audits.retentionDays` and `clients` (further applications of the same users: `clientId`, `appUrl`, `basename`, `urlStrategy`, `routes` each; emails lead to the one whose page caused them); variables win, `CLIENTS` as JSON',
    '`front-entry.config.json`',
  ],
  [
    '`SEALING_KEY`',
    '32 bytes in base64 (`openssl rand -base64 32`), kept outside of the database: seals the keys in it that sign tokens and protect secrets; several, separated by commas, during a rotation: the first one seals. Set it for all processes and scripts',
    '–',
  ],
  [
    '`SEALING_KEY_NEXT`',
    'the key that `keys rotate --sealing` seals with in place of `SEALING_KEY`; no other command reads it',
    '–',
  ],
  [
    '`LOG_LEVEL`, `DEMO_SEED`',
    '`error`, `warn`, `info` or `debug`; `off` starts the demo without sample users',
    '`warn`, `on`',
  ],
]

/** Variables of `front-entry/server`. */
export const SERVER_MODULE = [
  ['`FRONTEGG_APP_URL`', 'origin of your app', '`VERCEL_URL`'],
  ['`FRONTEGG_BASE_URL`', 'origin of the API', '–'],
  ['`FRONTEGG_CLIENT_ID`', 'environment ID', '–'],
  [
    '`FRONTEGG_ENCRYPTION_PASSWORD`',
    '64 hexadecimal characters (`openssl rand -hex 32`); several, separated by commas, during a rotation: the first one seals',
    '–',
  ],
  ['`FRONTEGG_COOKIE_NAME`', 'prefix of the session cookie', '`fe_session`'],
  [
    '`FRONTEGG_HOST_COOKIES`',
    '`true` names the session cookie `__Host-…` on https, so that no other host of your site can plant one; users sign in again after the change',
    '`false`',
  ],
  ['`FRONTEGG_JWT_PUBLIC_KEY`', 'one JWK as JSON', "the API's key set"],
  ['`FRONTEGG_HOSTED_LOGIN`', '`true` signs users in by redirect', '`false`'],
  ['`FRONTEGG_LOG_LEVEL`', '`error`, `warn`, `info` or `debug`', '`warn`'],
]

/** Returns the names in a row, without values. */
export const namesIn = ([names]) => [...names.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name]) => name)
