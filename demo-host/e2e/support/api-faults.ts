import { allowing, at, CLIENT_ID, contextOf, naming, type SetupFault, says } from '../../../src/testing/setup-fault.ts'

export const API_FAULTS: readonly SetupFault[] = [
  {
    title: 'an API that does not run',
    start: at(() => 'http://localhost:9'),
    message: says(/The API at http:\/\/localhost:9 can't be reached\. Start it, or set contextOptions\.baseUrl/),
  },
  {
    title: 'an API at a host that does not exist',
    start: at(() => 'http://api.invalid'),
    message: says(/The API at http:\/\/api\.invalid can't be reached\. Start it, or set contextOptions\.baseUrl/),
  },
  {
    title: 'the page’s own server as the API',
    start: at(({ host }) => host),
    message: says(/isn't part of an identity API \(status 404\)\. Check contextOptions\.baseUrl/),
  },
  {
    title: 'a page of the host as the API',
    start: ({ host }) => `fe.init({ contextOptions: { baseUrl: '${host}/account', clientId: '${CLIENT_ID}' } })`,
    message: says(/isn't part of an identity API \(status 200\)\. Check contextOptions\.baseUrl/),
  },
  {
    title: 'the CDN as the API',
    start: at(({ cdn }) => cdn),
    message: says(/isn't part of an identity API \(status 404\)\. Check contextOptions\.baseUrl/),
  },
  {
    title: 'another server without an API',
    start: at(({ idp }) => idp),
    message: says(/If your API is elsewhere, change contextOptions\.baseUrl/),
  },
  {
    title: 'a page that was opened from a file',
    url: () => 'file:///seeded.html',
    message: says(/This page was opened from a file, which no API accepts\. Open it from a web server/),
  },
  {
    title: 'an API at the IP address for a page at the name',
    start: ({ api }) =>
      `fe.init({ ${contextOf(api.replace('localhost', '127.0.0.1'))}, authOptions: { routes: { authenticatedUrl: '/seeded' } } })`,
    signsIn: true,
    message: says(/\(localhost\) is on another site\..*Serve the API on this page's site/),
  },
  {
    title: 'a wrong prefix of the API’s paths',
    start: ({ api }) =>
      `fe.init({ contextOptions: { baseUrl: '${api}', clientId: '${CLIENT_ID}', urlPrefix: '/auth' } })`,
    message: says(/status 404\)\. Check contextOptions\.baseUrl and contextOptions\.urlPrefix/),
  },
  {
    title: 'an origin that the API refuses',
    url: () => 'http://localhost:8099/',
    message: allowing('http://localhost:8099'),
  },
  {
    title: 'an IP address where the name is allowed',
    url: ({ host }) => host.replace('localhost', '127.0.0.1'),
    message: naming(({ host }) => `start it with ALLOWED_ORIGINS=${host.replace('localhost', '127.0.0.1')}`),
  },
  {
    title: 'an insecure API for a secure page',
    url: () => 'https://shop.test/',
    start: at(() => 'http://api.test'),
    message: says(/An https page can't call http:\/\/api\.test\. Set contextOptions\.baseUrl to an https URL/),
  },
  {
    title: 'a sandboxed frame without an origin',
    sandbox: true,
    message: says(/add allow-same-origin to its sandbox/),
  },
  {
    title: 'a policy without the API',
    policy: () => "connect-src 'self'",
    message: naming(({ api }) => `Add ${api} to its connect-src.`),
  },
  {
    title: 'a policy in a meta tag without the API',
    head: `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`,
    message: naming(({ api }) => `Add ${api} to its connect-src.`),
  },
  {
    title: 'an API on another site',
    url: ({ host }) => `${host.replace('//', '//app.')}/seeded`,
    start: ({ api }) =>
      `fe.init({ ${contextOf(api.replace('//', '//api.'))}, authOptions: { routes: { authenticatedUrl: '/seeded' } } })`,
    signsIn: true,
    message: says(/\(app\.localhost\) is on another site\..*Serve the API on this page's site.*or set hostedLoginBox/),
  },
  {
    title: 'an unknown client ID',
    start: ({ api }) => `fe.init({ ${contextOf(api, 'production')} })`,
    message: says(
      new RegExp(`doesn't know the client ID 'production'\\. Set contextOptions\\.clientId to '${CLIENT_ID}'`),
    ),
  },
  {
    title: 'a client ID with a space',
    start: ({ api }) => `fe.init({ ${contextOf(api, `${CLIENT_ID} `)} })`,
    message: says(new RegExp(`Set contextOptions\\.clientId to '${CLIENT_ID}'`)),
  },
]
