// Tokens that are known by their shape alone. The prefixes and lengths are those that their issuers document; where an issuer
// documents none, they follow the rules of gitleaks (https://github.com/gitleaks/gitleaks, MIT licence).
//
// Every pattern is a sequence of classes with bounded counts, so that a match costs at most its length.

import type { LeakKind, LeakSeverity } from '../../shared/protocol/leaks.ts';

/** Tokens of one issuer. */
export interface TokenRule {
  readonly kind: LeakKind;
  readonly severity: LeakSeverity;
  /** The source of a regular expression, without what may stand around the token. */
  readonly pattern: string;
  /** The first two characters of such tokens, which most texts can be passed over by; empty if they may be any. */
  readonly starts: readonly string[];
}

const cloud = (starts: string, pattern: string, severity: LeakSeverity = 'high'): TokenRule => ({
  kind: 'cloud-key',
  severity,
  pattern,
  starts: starts.split(' ').filter((start) => start !== ''),
});
const token = (starts: string, pattern: string): TokenRule => ({ ...cloud(starts, pattern), kind: 'token' });

export const TOKEN_RULES: readonly TokenRule[] = [
  // Amazon: the id of a key, and the token of a session
  cloud('AK AS AB AC A3', 'A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z2-7]{16}(?![A-Z0-9])', 'medium'),
  cloud('IQ', 'IQoJb3JpZ2lu[\\w+/]{50,4000}={0,2}'),
  token('am', 'amzn\\.mws\\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'),
  // Google
  cloud('AI', 'AIza[\\w-]{35}'),
  cloud('ya', 'ya29\\.[\\w-]{30,2000}'),
  cloud('GO', 'GOCSPX-[\\w-]{28}'),
  // Microsoft: the secret of an application
  cloud('', '[\\w~.]{3}8Q~[\\w.~-]{31,34}'),
  // DigitalOcean, Alibaba, Tencent, Yandex, Cloudflare, Fastly, Hetzner, Scaleway
  cloud('do', 'do[opr]_v1_[0-9a-f]{64}'),
  cloud('LT', 'LTAI\\w{16,24}(?!\\w)'),
  cloud('AK', 'AKID[A-Za-z0-9]{32}(?!\\w)'),
  cloud('AQ', 'AQVN[\\w-]{35,38}(?!\\w)'),
  cloud('v1', 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'),
  // Code hosts
  token('gh', 'gh[pousr]_\\w{36,255}'),
  token('gi', 'github_pat_\\w{60,255}'),
  token('gl', 'gl(?:pat|dt|rt|soat|ptt|cbt|imt|ft|agent|ffct|oas)-[\\w-]{20,300}'),
  token('AT', 'ATBB[A-Za-z0-9]{32}'),
  token('AT', 'AT[AC]TT3[\\w=-]{60,400}'),
  // Messengers
  token('xo', 'xox[abeoprs]-(?:\\d-)?[\\w-]{20,250}'),
  token('xa', 'xapp-\\d-[A-Z0-9]{8,16}-\\d{8,16}-[0-9a-f]{30,80}'),
  token('ho', 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/]{30,100}'),
  token('di', 'discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{15,22}/[\\w-]{60,80}'),
  token('', '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}(?![\\w.])'),
  token('', '(?:bot)?\\d{8,10}:AA[\\w-]{33}'),
  token('', '[\\w.-]{1,60}\\.webhook\\.office\\.com/webhookb2/[\\w@/-]{60,250}'),
  // Payments and shops
  token('sk rk', '[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,100}'),
  token('wh', 'whsec_[\\w+/=]{24,80}'),
  token('sq', 'sq0(?:atp|csp)-[\\w-]{22,43}'),
  token('EA', 'EAAA[\\w-]{60}(?!\\w)'),
  token('sh', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
  token('FL', 'FLWSECK(?:_TEST)?-[\\w-]{12,60}'),
  token('sh', 'shippo_(?:live|test)_[0-9a-f]{40}'),
  token('du', 'duffel_(?:live|test)_[\\w-]{43}'),
  token('ac', 'access_token\\$production\\$[0-9a-z]{16}\\$[0-9a-f]{32}'),
  // Mail and messages
  token('SK', 'SK[0-9a-f]{32}(?!\\w)'),
  token('SG', 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}'),
  token('ke pu', '(?:key|pubkey)-[0-9a-f]{32}(?!\\w)'),
  token('', '[0-9a-f]{32}-us\\d{1,2}(?!\\w)'),
  token('re', 're_\\w{8}_\\w{24}(?!\\w)'),
  token('xk', 'xkeysib-[0-9a-f]{64}-\\w{16}'),
  // Packages and images
  token('np', 'npm_\\w{36}(?!\\w)'),
  token('py', 'pypi-AgE[\\w-]{50,1000}'),
  token('dc', 'dckr_(?:pat|oat)_[\\w-]{27,40}'),
  token('ru', 'rubygems_[0-9a-f]{48}'),
  token('CL', 'CLOJARS_[0-9a-z]{60}'),
  token('ci', 'cio[A-Za-z0-9]{32}(?!\\w)'),
  // Language models
  token('sk', 'sk-(?:proj|svcacct|admin|None)-[\\w-]{20,250}'),
  token('sk', 'sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}'),
  token('sk', 'sk-ant-(?:api|admin|oat|sid)\\d{2}-[\\w-]{60,200}'),
  token('sk', 'sk-or-v1-[0-9a-f]{64}'),
  token('hf ap', '(?:hf|api_org)_[A-Za-z]{34}(?!\\w)'),
  token('gs', 'gsk_[A-Za-z0-9]{52}'),
  token('xa', 'xai-[A-Za-z0-9]{80}'),
  token('pp', 'pplx-[A-Za-z0-9]{48}'),
  token('r8', 'r8_[A-Za-z0-9]{37}(?!\\w)'),
  // Work and data
  token('li', 'lin_(?:api|oauth)_\\w{32,64}'),
  token('da', 'dapi[0-9a-f]{32}(?:-\\d)?(?!\\w)'),
  token('hv', 'hv[sbr]\\.[\\w-]{24,300}'),
  token('gl', 'gl(?:sa|c)_\\w{32,400}={0,2}'),
  token('NR', 'NR(?:AK-[A-Z0-9]{27}|JS-[0-9a-f]{19}|II-[\\w-]{32}|AA-[0-9a-f]{27})'),
  token('fi', 'fig[dou]_?[\\w-]{40,60}(?!\\w)'),
  token('HR', 'HRKU-(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|AA[\\w-]{58})'),
  token('pu', 'pul-[0-9a-f]{40}'),
  token('sn', 'sntry[su]_[\\w=+/-]{40,300}'),
  token('PM', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  token('dp', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{40,60}'),
  token('tf', 'tfp_[\\w-]{40,60}'),
  token('se nt', '(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,50})(?!\\w)'),
  token('ps', 'pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}'),
  token('sb', 'sb(?:p_[0-9a-f]{40}|_secret_[\\w-]{20,60})'),
  token('ts', 'tskey-[a-z]{3,10}-[\\w-]{10,80}'),
  token('CF', 'CFPAT-[\\w-]{43}'),
  token('EZ', 'EZ[AT]K[A-Za-z0-9]{54}'),
  token('pa', 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  token('', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,70}'),
  token('op', 'ops_eyJ[\\w+/=-]{200,1000}'),
  token('AG', 'AGE-SECRET-KEY-1[0-9A-Z]{58}'),
  token('EA', 'EAA[MC][A-Za-z0-9]{90,300}'),
  token('AT', 'ATCTT3xFfG[\\w=-]{60,400}'),
  token('rd', 'rdme_[a-z0-9]{70}'),
  token('ve', 'vercel_blob_rw_[A-Za-z0-9]{8,40}_[A-Za-z0-9]{16,100}'),
  token('ak', 'ak_(?=[A-Za-z_-]{0,40}\\d)[\\w-]{20,200}'),
  token('ph', 'phx_[A-Za-z0-9]{40,50}'),
];
