/**
 * The query is not logged, because search texts contain names and addresses. For calendar feeds the route is logged instead of the path,
 * which contains the secret ([connect §5.4](docs/design/connect.md#5.4)).
 */
export const serializeRequest = (request: { method: string; url: string }) => ({
  method: request.method,
  path: request.url.split('?')[0]?.replace(/^(\/+api\/+calendar\/).*/is, '$1:token.ics'),
})
