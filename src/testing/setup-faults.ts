import { at, box, contextOf, init, naming, none, type SetupFault, says, withContext } from './setup-fault.ts'

export const OPTION_FAULTS: readonly SetupFault[] = [
  { title: 'no options', start: init(''), message: says(/options must be an object/) },
  {
    title: 'no base URL',
    start: init('{}'),
    message: says(/set contextOptions\.baseUrl to the URL of your API/),
    isAlerted: true,
    opened: 'too',
  },
  {
    title: 'a base URL outside contextOptions',
    start: ({ api }) => `fe.init({ baseUrl: '${api}' })`,
    message: says(/set contextOptions\.baseUrl to the URL of your API/),
    isAlerted: true,
  },
  {
    title: 'a base URL in other letters',
    start: ({ api }) => `fe.init({ contextOptions: { baseURL: '${api}' } })`,
    message: says(/set contextOptions\.baseUrl to the URL of your API/),
    isAlerted: true,
  },
  {
    title: 'a base URL without a scheme',
    start: at(() => 'localhost:3002'),
    message: says(/contextOptions\.baseUrl must be an http\(s\) URL, not 'localhost:3002'/),
    opened: 'too',
  },
  {
    title: 'a base URL that is a number',
    start: init('{ contextOptions: { baseUrl: 3002 } }'),
    message: says(/contextOptions\.baseUrl must be a string or a function, but is a number/),
  },
  {
    title: 'a misspelled group of options',
    start: withContext('autOptions: {}'),
    message: says(/autOptions \(did you mean authOptions\?\)/),
  },
  {
    title: 'a misspelled route',
    start: withContext("authOptions: { routes: { loginURL: '/in' } }"),
    message: says(/loginURL \(did you mean authOptions\.routes\.loginUrl\?\)/),
    opened: 'too',
  },
  {
    title: 'routes outside authOptions',
    start: withContext("routes: { loginUrl: '/in' }"),
    message: says(/routes \(did you mean authOptions\.routes\?\)/),
  },
  {
    title: 'a route that is no text',
    start: withContext('authOptions: { routes: { loginUrl: null } }'),
    message: says(/authOptions\.routes\.loginUrl must be a string, but is null/),
  },
  {
    title: 'an unknown URL strategy',
    start: withContext("urlStrategy: 'hsah'"),
    message: says(/urlStrategy must be one of 'path', 'hash'/),
  },
  {
    title: 'a switch that is a text',
    start: withContext("hostedLoginBox: 'true'"),
    message: says(/hostedLoginBox must be a boolean, but is a string/),
  },
  {
    title: 'other options for an app that runs',
    start: ({ api }) => `fe.init({ ${contextOf(api)} }); fe.init({ ${contextOf(api)}, urlStrategy: 'hash' })`,
    message: says(/The app 'default' is already running.*no effect: urlStrategy\. Reload the page/),
    opened: 'too',
  },
  {
    title: 'two base URLs for one app',
    start: ({ api, host }) => `fe.init({ ${contextOf(api)} }); fe.init({ ${contextOf(host)} })`,
    message: naming(({ api, host }) => `Mismatch in store names: 'default' is in use with ${api}, not ${host}`),
  },
  {
    title: 'a server without a fallback for the auth routes',
    start: withContext("authOptions: { routes: { forgetPasswordUrl: '/nowhere' } }"),
    press: 'Forgot password?',
    message: says(/no page at \/nowhere \(status 404\).*set urlStrategy: 'hash'/),
    opened: 'only',
  },
]

export const MARKUP_FAULTS: readonly SetupFault[] = [
  {
    title: 'an element without an app',
    start: none,
    message: says(/<fe-login-box> has no app\. Call init\(/),
    opened: 'too',
  },
  {
    title: 'an element that waits for another app',
    markup: box('app="shop"'),
    message: says(/waits for an app named 'shop', but this page has 'default'/),
  },
  {
    title: 'an element whose base URL has no scheme',
    start: none,
    markup: box('base-url="localhost:3002"'),
    message: says(/The attribute base-url of <fe-login-box> is 'localhost:3002'\. Set it to the http\(s\) URL/),
  },
  {
    title: 'an element with another base URL than its app',
    markup: box('base-url="http://localhost:9"'),
    message: says(/base-url 'http:\/\/localhost:9', but the app 'default' uses .*Remove the attribute/),
  },
  {
    title: 'a misspelled attribute',
    start: none,
    markup: box('baseurl="http://localhost:9"'),
    message: says(/Rename the attribute baseurl of <fe-login-box> to base-url/),
  },
  {
    title: 'a misspelled attribute of an element with an app',
    markup: `${box('')}<fe-admin-portal pages="users" open="false"></fe-admin-portal>`,
    message: says(/Rename the attribute pages of <fe-admin-portal> to page\./),
  },
  {
    title: 'a misspelled attribute of a gate',
    markup: `${box('')}<fe-gate permissions="fe.secure.read.users">Inside</fe-gate>`,
    message: says(/Rename the attribute permissions of <fe-gate> to permission\./),
  },
  {
    title: 'a misspelled element',
    markup: '<fe-loginbox></fe-loginbox>',
    message: says(/There is no element <fe-loginbox>\. Write <fe-login-box>/),
    opened: 'too',
  },
  {
    title: 'a page without a doctype',
    lead: '',
    message: says(/This page has no doctype.*Write <!doctype html> in its first line/),
  },
  {
    title: 'a page without the width of a phone',
    lead: '<!doctype html>',
    message: says(/Phones draw this page as wide as a desktop screen\. Add <meta name="viewport"/),
  },
  {
    title: 'a self-closing element',
    markup: '<fe-login-box /><p>The rest of the page</p>',
    message: says(/Close it right away: <fe-login-box><\/fe-login-box>/),
    opened: 'too',
  },
  {
    title: 'a box in a hidden tab',
    markup: `<div style="display: none">${box('')}</div>`,
    message: says(/<fe-login-box> is in a part of the page that is hidden/),
    opened: 'only',
  },
  {
    title: 'attributes of a gate that are no JSON',
    markup: `${box('')}<fe-gate feature="sso" custom-attributes="{seats: 40}">Inside</fe-gate>`,
    message: says(/custom-attributes '\{seats: 40\}' of <fe-gate> aren't JSON/),
  },
  {
    title: 'a gate for a feature without entitlements',
    markup: `${box('')}<fe-gate feature="sso">Inside</fe-gate>`,
    message: says(/you must first enable entitlements via options/),
    opened: 'only',
  },
]
