export const reroute = ({ url }: { url: URL }) => (url.pathname.startsWith('/account/') ? '/' : undefined);
