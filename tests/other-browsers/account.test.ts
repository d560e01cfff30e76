// With an account: signing up and in with the embedded provider, a document in the cloud, and a merge of two versions of it.

import { expect, it } from 'vitest';
import { createProduct } from '../../src/server/product.ts';
import { readSettings } from '../../src/server/settings.ts';
import { startPGlite } from '../unit/server/databases.ts';
import { inEachBrowser } from './in-each-browser.ts';

const PASSWORD = 'correct horse battery';
let people = 0;

inEachBrowser(
  ({ page, find, click, lines, says, show }) => {
    const signUp = async (): Promise<void> => {
      people += 1;
      await click('#account');
      await click('[role=dialog] button', 'Sign up for free');
      await click('input[name=fullName]');
      await page().type('Ada');
      await click('input[name=email]');
      await page().type(`ada.${people}@example.org`);
      await click('input[name=password]');
      await page().type(PASSWORD);
      await page().press('Enter');
      await find('#account', 'Ada');
    };

    it('signs up, saves to the cloud, merges what another program has saved meanwhile, and signs out', async () => {
      await show(`left=json.${encodeURIComponent('{\n  "mine": 1,\n  "theirs": 1\n}\n')}`);
      await signUp();
      await click('#LEFT_PANEL button', 'More');
      await click('[role=menuitem]', 'Document');
      await click('[role=menuitem]', 'Save to cloud');
      await click('[role=alertdialog] button, [role=dialog] button', 'Save as public');
      await expect.poll(() => page().read('location.hash')).toContain('left=cloud.');
      await expect.poll(() => page().read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/Saved \d/);
      // Another program changes it.
      const status = await page().read(`(async () => {
        const id = /left=cloud\\.([\\w-]+)/.exec(location.hash)[1];
        const { accessToken } = JSON.parse(localStorage.getItem('auth'));
        const headers = { authorization: 'Bearer ' + accessToken };
        const { _rev } = await (await fetch('/v2/docs/' + id, { headers })).json();
        const answer = await fetch('/v2/docs/' + id + '/data', {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json', 'if-match': '"' + _rev + '"' },
          body: '{\\n  "mine": 1,\\n  "theirs": 2\\n}\\n',
        });
        return answer.status;
      })()`);
      expect(status).toBe(200);
      await click('#LEFT_PANEL .view-line', '{');
      await page().press('ArrowDown');
      await page().press('End');
      await page().press('ArrowLeft');
      await page().type('7');
      await click('#LEFT_PANEL button', 'Save');
      await click('[role=dialog] button', 'Merge');
      await expect.poll(() => lines('LEFT')).toContain('"theirs": 2');
      await expect.poll(() => lines('LEFT')).toContain('"mine": 17');
      await click('#account');
      await click('[role=menuitem]', 'Sign Out');
      await expect.poll(() => says('Ada')).toBe(false);
    });
  },
  async (clientFolder) => {
    const shared = await startPGlite();
    const settings = readSettings({ LOG_LEVEL: 'silent', SIGN_INS_PER_MINUTE: '1000', SIGN_UPS_PER_HOUR: '1000' });
    const server = await createProduct({ settings, clientFolder, database: await shared.open() });
    server.addHook('onClose', () => shared.stop());
    return server;
  },
);
