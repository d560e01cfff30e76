// The routes of the embedded provider: the forms (signing-routes.ts, account-routes.ts, link-routes.ts), and the routes of
// oidc-provider (mount.ts).

import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { retryAt } from '../pages/failure-page.ts';
import { checkOwnForm, MAX_FORM_BYTES } from '../pages/own-form.ts';
import { accountRoutes } from './account-routes.ts';
import { PROVIDER_PATH } from './address.ts';
import { linkRoutes } from './link-routes.ts';
import { mountProvider } from './mount.ts';
import type { ProviderService } from './requests.ts';
import { signingRoutes } from './signing-routes.ts';

/** The page of forms that are sent to other addresses than their own. */
const FORM_OF = [['/account/', '/account']] as const;

/** Adds the routes to `app`, whose prefix is the provider's. */
export async function providerRoutes(app: FastifyInstance, service: ProviderService): Promise<void> {
  mountProvider(app, service);
  await app.register(async (forms) => {
    await forms.register(fastifyCookie);
    await forms.register(fastifyFormbody, { bodyLimit: MAX_FORM_BYTES });
    forms.addHook('preHandler', async (request) => {
      if (request.method !== 'POST') return;
      const form = FORM_OF.find(([path]) => request.url.startsWith(PROVIDER_PATH + path));
      if (form !== undefined) retryAt(request, PROVIDER_PATH + form[1]);
      checkOwnForm(request, service.origin.value);
    });
    signingRoutes(forms, service);
    accountRoutes(forms, service);
    linkRoutes(forms, service);
  });
}
