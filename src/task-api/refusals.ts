/** What a refusal is about, if not the request: the operator's key, or the account that pays. */
export type RefusalSubject = 'key' | 'account';

/**
 * The service's reasons are "not shown" (task-api.txt 7), so these are common phrases of such services, in English and
 * Chinese. They may miss some, and a prompt may provoke some, so they only choose words for people.
 */
const KEY_WORDS = [
  /\b(?:invalid|incorrect|wrong|expired|missing|revoked|disabled|unknown|bad|no)\b.{0,20}\b(?:api[ _-]?key|access[ _-]?key|access[ _-]?token|auth[ _-]?token|credentials)\b/iu,
  /\b(?:api[ _-]?key|access[ _-]?key|access[ _-]?token|auth[ _-]?token|credentials)\b.{0,30}\b(?:invalid|incorrect|wrong|expired|missing|revoked|disabled|required|not (?:valid|found|accepted))\b/iu,
  /^\W*(?:unauthori[sz]ed|unauthenticated|not authenticated|forbidden)\W*$/iu,
  /\bunauthori[sz]ed (?:access|request|client|key|account|user)\b/iu,
  /\bauthentication (?:failed|required|error)\b/iu,
  /密钥|鉴权|未授权|令牌|认证失败/u,
];
const ACCOUNT_WORDS = [
  /\b(?:insufficient|not enough|no (?:more |remaining )?|out of|lacks?(?: of)?)\b.{0,25}\b(?:credits?|balance|funds?|quota|points)\b/iu,
  /\b(?:credits?|balance|funds|quota|points)\b.{0,30}\b(?:insufficient|exhausted|exceeded|used up|depleted|too low|not enough|empty|run out|ran out)\b/iu,
  /\b(?:exceeded|exhausted|reached)\b.{0,25}\bquota\b/iu,
  /\b(?:account|subscription|billing|payment)\b.{0,30}\b(?:suspended|disabled|blocked|banned|expired|inactive|frozen|overdue|required|deactivated|closed)\b/iu,
  /\btop[ -]?up\b|\brecharge\b/iu,
  /余额|积分不足|额度|欠费|充值|(?:账户|账号).{0,10}(?:冻结|停用|禁用|过期)/u,
];

/** @returns undefined if the words don't say. */
export function subjectOf(serviceMessage: string): RefusalSubject | undefined {
  if (KEY_WORDS.some((words) => words.test(serviceMessage))) return 'key';
  return ACCOUNT_WORDS.some((words) => words.test(serviceMessage)) ? 'account' : undefined;
}
