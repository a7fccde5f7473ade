(* Why t3_player.py plays as plain minimax does: the proofs for search.md, beside this file.

   For every finite game: the search returns minimax's utility, depth and first best action,
   and so does the naive search with `>`. Where open cells are counted (`parity`,
   `evaluate_exact`), it is one in which each action fills a cell (`fills`).

   Check it: `coqc ladder.v` (Coq 8.16 and its standard library). For each theorem it prints
   "Closed under the global context": none rests on an axiom.

   here                 in Python (t3_player.py, search.md)
   State                a state: is_win(), and what get_transitions() yields
   LOSS, TIE, WIN       the same
   (u, d, a)            an Evaluation: utility, depth, action
   outcome, alpha_beta, ends_within, evaluate
                        the same, without the memo
   can_win, promising   the same, or any others that are `safe`
   plies, longest       Coq asks for a limit to the recursion: the longest game's plies
   open_tiles           len(state.get_open_tiles())
   minimax, naive       those of search.md
   ge, gt               naive's cuts: alpha >= beta, alpha > beta

   The theorems are at the end. *)

From Coq Require Import ZArith List Lia Bool Permutation.
Import ListNotations.
Open Scope Z_scope.

(* Definitions *)

Inductive state := State (is_win : bool) (transitions : list (nat * state)).

Definition is_win '(State won _) := won.
Definition transitions '(State _ ts) := ts.
Definition children s := map snd (transitions s).

Definition LOSS := -1.
Definition TIE := 0.
Definition WIN := 1.

Definition outcome (s : state) : option Z :=
  if is_win s then Some LOSS else match transitions s with [] => Some TIE | _ => None end.

Definition evaluation : Type := Z * nat * option nat.
Definition utility '((u, _, _) : evaluation) := u.
Definition depth '((_, d, _) : evaluation) := d.

(* Whether (utility, -depth) is greater. *)
Definition better (found best : evaluation) : bool :=
  (utility best <? utility found) ||
  (utility best =? utility found) && (depth found <? depth best)%nat.

Definition pick (best : option evaluation) (found : evaluation) : evaluation :=
  match best with
  | Some best => if better found best then found else best
  | None => found
  end.

(* What a child is worth to the mover. *)
Definition after (action : nat) '((u, d, _) : evaluation) : evaluation :=
  (- u, S d, Some action).

Definition or_tie (best : option evaluation) : evaluation :=
  match best with Some best => best | None => (TIE, 0%nat, None) end.

Fixpoint minimax (s : state) : evaluation :=
  match s with
  | State true _ => (LOSS, 0%nat, None)
  | State false ts =>
      or_tie (fold_left (fun best '(action, child) =>
        Some (pick best (after action (minimax child)))) ts None)
  end.

Definition gt alpha beta := alpha >? beta.
Definition ge alpha beta := alpha >=? beta.

Fixpoint naive (cuts : Z -> Z -> bool) (s : state) (alpha beta : Z) : evaluation :=
  match s with
  | State true _ => (LOSS, 0%nat, None)
  | State false ts =>
      or_tie ((fix loop best alpha ts :=
        match ts with
        | [] => best
        | (action, child) :: ts =>
            let found := after action (naive cuts child (- beta) (- alpha)) in
            let best := pick best found in
            let alpha := Z.max alpha (utility best) in
            if cuts alpha beta then Some best else loop (Some best) alpha ts
        end) None alpha ts)
  end.

Section Player.

Variable can_win : state -> bool.
Variable promising : state -> list state.

Fixpoint alpha_beta (plies : nat) (s : state) (alpha beta : Z) : Z :=
  match plies, outcome s with
  | _, Some ended => ended
  | O, None => LOSS
  | S plies, None =>
      if can_win s then WIN else
      (fix loop best alpha children :=
         match children with
         | [] => best
         | child :: children =>
             let best := Z.max best (- alpha_beta plies child (- beta) (- alpha)) in
             let alpha := Z.max alpha best in
             if alpha >=? beta then best else loop best alpha children
         end) LOSS alpha (promising s)
  end.

Fixpoint longest (s : state) : nat :=
  match s with
  | State _ ts =>
      fold_right (fun '(_, child) n => Nat.max n (S (longest child))) 0%nat ts
  end.

Fixpoint ends_within (s : state) (u : Z) (plies : nat) : bool :=
  match outcome s, plies with
  | Some ended, _ => ended =? u
  | None, O => false
  | None, S plies =>
      if negb (alpha_beta (longest s) s LOSS WIN =? u) then false
      else existsb (fun child => ends_within child (- u) plies) (children s)
  end.

Fixpoint open_tiles (s : state) : nat :=
  match s with State _ [] => 0 | State _ ((_, child) :: _) => S (open_tiles child) end.

Definition range start stop step : list nat :=
  filter (fun n => (n - start) mod step =? 0)%nat (seq start (stop - start)).

(* None where Python's would raise an AssertionError. *)
Definition evaluate (s : state) : option evaluation :=
  let u := alpha_beta (longest s) s LOSS WIN in
  let longest := open_tiles s in
  let shortest := if u =? WIN then 1%nat else if u =? TIE then longest else 2%nat in
  match outcome s with
  | Some _ => Some (u, 0%nat, None)
  | None => hd_error (flat_map (fun depth =>
      map (fun '(action, _) => (u, depth, Some action))
        (filter (fun '(_, child) => ends_within child (- u) (depth - 1)) (transitions s)))
      (range shortest (longest + 1) 2))
  end.

(* n cells are open. Each action fills one, and there is one as long as a cell is open. *)
Inductive fills : nat -> state -> Prop :=
  | full won : fills 0 (State won [])
  | holes n won ts : ts <> [] ->
      (forall action child, In (action, child) ts -> fills n child) ->
      fills (S n) (State won ts).

Definition wins_next s := existsb is_win (children s).

(* can_win is only true if the mover can win at once. If it is false, what promising leaves
   out are children in which the opponent can. *)
Definition safe := forall s, is_win s = false ->
  (can_win s = true -> wins_next s = true) /\
  incl (promising s) (children s) /\
  (can_win s = false -> forall child, In child (children s) ->
    In child (promising s) \/ is_win child = false /\ wins_next child = true).

(* Lemmas: minimax *)

(* All states have what each state has whose children have it. *)
Fixpoint state_induction (P : state -> Prop)
    (all : forall won ts, Forall (fun t => P (snd t)) ts -> P (State won ts))
    (s : state) : P s :=
  match s with
  | State won ts => all won ts (list_ind (Forall (fun t => P (snd t))) (Forall_nil _)
      (fun t _ rest => Forall_cons t (state_induction P all (snd t)) rest) ts)
  end.

Definition worth '((action, child) : nat * state) := after action (minimax child).

Lemma better_is found best : better found best = true <->
  utility best < utility found \/
  utility best = utility found /\ (depth found < depth best)%nat.
Proof.
  unfold better.
  rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq, Nat.ltb_lt. reflexivity.
Qed.

Ltac compare := rewrite <- ?not_true_iff_false in *; rewrite ?better_is in *; lia.

(* Of some actions with their children, the one that minimax chooses. *)
Definition first_best ts t := exists earlier later, ts = earlier ++ t :: later /\
  (forall other, In other earlier -> better (worth t) (worth other) = true) /\
  (forall other, In other later -> better (worth other) (worth t) = false).

Lemma fold_picks ts : forall best,
  let picked := fold_left (fun best t => Some (pick best (worth t))) ts (Some best) in
  picked = Some best /\ (forall t, In t ts -> better (worth t) best = false) \/
  exists t, picked = Some (worth t) /\ better (worth t) best = true /\ first_best ts t.
Proof.
  induction ts as [| t ts rest]; intros best; [now left |]. cbn.
  destruct (better (worth t) best) eqn:new;
    [specialize (rest (worth t)) | specialize (rest best)];
    destruct rest as [[-> none] | (u & -> & more & earlier & later & -> & before & behind)].
  - right. exists t. repeat split; try easy. now exists [], ts.
  - right. exists u. repeat split; [compare |]. exists (t :: earlier), later.
    repeat split; try easy. intros other [<- | it]; auto.
  - left. split; [easy |]. intros other [<- | it]; auto.
  - right. exists u. repeat split; [easy |]. exists (t :: earlier), later.
    repeat split; try easy. intros other [<- | it]; [compare | auto].
Qed.

Lemma minimax_chooses won ts : outcome (State won ts) = None ->
  exists t, minimax (State won ts) = worth t /\ first_best ts t.
Proof.
  destruct won; [discriminate |]. destruct ts as [| t ts]; [discriminate |]. intros _.
  assert (minimax (State false (t :: ts)) = or_tie
    (fold_left (fun best t => Some (pick best (worth t))) ts (Some (worth t)))) as ->.
  { destruct t as [a c]. cbn. f_equal. generalize (Some (after a (minimax c))).
    induction ts as [| [] ts same]; intros best; [easy |]. cbn. apply same. }
  destruct (fold_picks ts (worth t)) as
    [[-> none] | (u & -> & more & earlier & later & -> & before & behind)].
  - exists t. split; [easy |]. now exists [], ts.
  - exists u. split; [easy |]. exists (t :: earlier), later.
    repeat split; try easy. intros other [<- | it]; auto.
Qed.

Definition U s := utility (minimax s).
Definition D s := depth (minimax s).

Lemma worth_is action child : utility (worth (action, child)) = - U child /\
  depth (worth (action, child)) = S (D child).
Proof. unfold worth, U, D. now destruct (minimax child) as [[u d] a]. Qed.

Lemma ended s u : outcome s = Some u -> minimax s = (u, 0%nat, None).
Proof. destruct s as [[] []]; cbn; congruence. Qed.

(* The utility is the best child's. The depth is one more than the smallest among the
   children that keep the utility. *)
Lemma goes_on s : outcome s = None ->
  (exists child, In child (children s) /\ U s = - U child /\ D s = S (D child)) /\
  forall child, In child (children s) ->
    - U child <= U s /\ (- U child = U s -> (D s <= S (D child))%nat).
Proof.
  destruct s as [won ts]. intros on.
  destruct (minimax_chooses won ts on) as
    ([a c] & best & earlier & later & -> & before & behind).
  set (s := State won _) in *. destruct (worth_is a c) as [u d].
  assert (U s = - U c) as -> by (unfold U at 1; now rewrite best).
  assert (D s = S (D c)) as -> by (unfold D at 1; now rewrite best).
  split.
  - exists c. split; [| easy]. apply (in_map snd _ (a, c)), in_elt.
  - intros child there. apply in_map_iff in there as ([a' c'] & <- & there). cbn [snd].
    destruct (worth_is a' c') as [u' d'].
    apply in_app_or in there as [it | [[= <- <-] | it]];
      [apply before in it; compare | lia | apply behind in it; compare].
Qed.

Lemma utilities s : LOSS <= U s <= WIN.
Proof.
  induction s as [won ts all] using state_induction. unfold LOSS, WIN in *.
  destruct (outcome (State won ts)) as [u |] eqn:on.
  - unfold U. rewrite (ended _ _ on).
    destruct won, ts; cbn in *; try discriminate; injection on as <-; easy.
  - destruct (goes_on _ on) as [(child & there & -> & _) _].
    apply in_map_iff in there as (t & <- & there). rewrite Forall_forall in all.
    specialize (all t there). lia.
Qed.

Definition told alpha beta result exact :=
  (alpha <= utility result -> utility result <= utility exact) /\
  (utility result <= beta -> utility exact <= utility result) /\
  (alpha <= utility result <= beta -> result = exact).

Lemma picks_rise ts : forall best, exists picked,
  fold_left (fun best '(action, child) =>
    Some (pick best (after action (minimax child)))) ts (Some best) = Some picked /\
  utility best <= utility picked.
Proof.
  induction ts as [| [a c] ts rest]; intros best; cbn; [now exists best; split |].
  set (found := after a (minimax c)).
  destruct (rest (if better found best then found else best)) as (picked & -> & more).
  exists picked. split; [easy |]. destruct (better found best) eqn:new; compare.
Qed.

Lemma told_better alpha beta now best exact found truth :
  now = Z.max alpha (utility best) ->
  told alpha beta best exact -> told now beta found truth ->
  told alpha beta (if better found best then found else best)
    (if better truth exact then truth else exact).
Proof.
  intros is (b1 & b2 & b3) (c1 & c2 & c3).
  destruct (better found best) eqn:B1, (better truth exact) eqn:B2;
    (split; [compare |]; split; [compare |]); intros between;
    [apply c3; compare | | | auto];
    assert (found = truth) as same by (apply c3; compare).
  - rewrite same in *. destruct (Z_le_gt_dec alpha (utility best)); [| compare].
    rewrite b3 in B1 by compare. congruence.
  - rewrite b3, same in B1 by auto. congruence.
Qed.

Lemma naive_tells s : forall alpha beta, alpha <= beta ->
  told alpha beta (naive gt s alpha beta) (minimax s).
Proof.
  induction s as [won ts all] using state_induction. intros alpha beta window.
  destruct won; [now unfold told; cbn; repeat split |]. cbn [naive minimax].
  match goal with
  |- told _ _ (or_tie (?loop ?none ?low ts)) (or_tie (fold_left ?step ts ?none')) =>
    enough (forall best exact now, now <= beta ->
      match best, exact with
      | Some best, Some exact =>
          now = Z.max alpha (utility best) /\ told alpha beta best exact
      | None, None => now = alpha
      | _, _ => False end ->
      told alpha beta (or_tie (loop best now ts)) (or_tie (fold_left step ts exact)))
      as rest; [now apply rest |]
  end.
  induction all as [| [a c] ts child _ rest]; intros best exact now between so_far.
  - now destruct best, exact.
  - cbn [fold_left]. cbn [snd] in child. specialize (child (- beta) (- now) ltac:(lia)).
    set (found := after a (naive gt c (- beta) (- now))).
    set (truth := after a (minimax c)).
    assert (told now beta found truth) as new.
    { unfold told, found, truth in *. destruct child as (c1 & c2 & c3).
      destruct (naive gt c (- beta) (- now)) as [[u d] e], (minimax c) as [[u' d'] e'].
      cbn in *. repeat split; try lia. intros. specialize (c3 ltac:(lia)). congruence. }
    assert (told alpha beta (pick best found) (pick exact truth) /\
      Z.max now (utility (pick best found)) = Z.max alpha (utility (pick best found)))
      as [now_told is].
    { destruct best, exact; try easy; cbn in *; [| now subst].
      destruct so_far as [is so_far]. split; [now apply (told_better alpha beta now) |].
      destruct (better found e) eqn:B; compare. }
    unfold gt at 1. destruct (Z.gtb_spec (Z.max now (utility (pick best found))) beta).
    + destruct (picks_rise ts (pick exact truth)) as (picked & -> & more). cbn.
      unfold told in *. repeat split; try lia. 
    + apply rest; [lia |]. split; [lia | easy].
Qed.

(* Lemmas: the player *)

Hypothesis is_safe : safe.

Lemma child_is_shorter s child : In child (children s) -> (longest child < longest s)%nat.
Proof.
  destruct s as [won ts]. unfold children. cbn.
  induction ts as [| [a c] ts rest]; cbn; [easy |]. intros [-> | it]; [lia |].
  specialize (rest it). lia.
Qed.

Lemma winner s : is_win s = false -> wins_next s = true -> U s = WIN.
Proof.
  intros no (child & there & won)%existsb_exists.
  assert (outcome s = None) as on by (destruct s as [[] []]; easy).
  destruct (goes_on s on) as [_ all]. specialize (all child there).
  pose proof (utilities s). destruct child as [[] ts]; [| easy].
  change (U (State true ts)) with LOSS in all. unfold WIN, LOSS in *. lia.
Qed.

(* What a utility tells: more than alpha means "at least", less than beta "at most". *)
Definition bounds alpha beta result exact :=
  (alpha < result -> result <= exact) /\ (result < beta -> exact <= result).

Lemma alpha_beta_bounds plies : forall s alpha beta,
  (longest s <= plies)%nat -> alpha < beta ->
  bounds alpha beta (alpha_beta plies s alpha beta) (U s).
Proof.
  induction plies as [| plies child]; intros s alpha beta deep window.
  all: destruct (outcome s) as [u |] eqn:on; cbn [alpha_beta]; rewrite on;
    [unfold bounds, U; rewrite (ended _ _ on); cbn; lia |].
  { destruct s as [[] [| t ts]]; try easy.
    pose proof (child_is_shorter (State false (t :: ts)) (snd t) (or_introl eq_refl)).
    lia. }
  assert (is_win s = false) as no by (destruct s as [[] []]; easy).
  destruct (is_safe s no) as (wins & inside & outside).
  destruct (can_win s); [unfold bounds; rewrite winner by auto; lia |].
  pose proof (goes_on s on) as [(choice & there & is & _) all].
  pose proof (utilities s) as range.
  match goal with |- bounds _ _ (?loop _ _ _) _ =>
    enough (forall todo best now, incl todo (children s) -> LOSS <= best -> now < beta ->
      alpha <= now <= Z.max alpha best -> (alpha < best -> best <= U s) ->
      (best < beta -> forall c, In c (children s) -> In c todo \/ - U c <= best) ->
      bounds alpha beta (loop best now todo) (U s)) as rest end.
  { apply rest; try easy; try lia. intros _ c it.
    destruct (outside eq_refl c it) as [| []]; [now left | right; now rewrite winner]. }
  clear inside outside. intros todo.
  induction todo as [| c todo rest];
    intros best now inside low small between least most; cbn.
  { split; [assumption |]. intros less. destruct (most less choice there) as [[] |]. lia. }
  assert (In c (children s)) as it by (apply inside; now left).
  specialize (child c (- beta) (- now)). pose proof (child_is_shorter s c it).
  unfold bounds in child. set (v := alpha_beta plies c _ _) in *.
  specialize (all c it).
  destruct (Z.geb_spec (Z.max now (Z.max best (- v))) beta).
  { unfold bounds. lia. }
  apply rest; try lia.
  - intros other more. apply inside. now right.
  - intros less other known. destruct (most ltac:(lia) other known) as [[<- |] |];
      [right; lia | now left | right; lia].
Qed.

Lemma alpha_beta_is s plies : (longest s <= plies)%nat ->
  alpha_beta plies s LOSS WIN = U s.
Proof.
  intros deep. pose proof (alpha_beta_bounds plies s LOSS WIN deep eq_refl).
  pose proof (utilities s). unfold bounds, LOSS, WIN in *. lia.
Qed.

Lemma ends_within_is plies : forall s u,
  ends_within s u plies = true <-> U s = u /\ (D s <= plies)%nat.
Proof.
  induction plies as [| plies child]; intros s u;
    destruct (outcome s) as [v |] eqn:on; cbn [ends_within]; rewrite on.
  1, 3: unfold U, D; rewrite (ended _ _ on); cbn; lia.
  - pose proof (goes_on s on) as [(c & _ & _ & ->) _]. lia.
  - pose proof (goes_on s on) as [(c & there & is & one) all].
    rewrite alpha_beta_is by easy. destruct (Z.eqb_spec (U s) u) as [<- |]; cbn; [| easy].
    rewrite existsb_exists. split.
    + intros (other & it & shorter). apply child in shorter. specialize (all other it). lia.
    + intros [_ short]. exists c. split; [easy |]. apply child. lia.
Qed.

Lemma depths s : forall n, fills n s -> (D s <= n)%nat /\
  (U s = WIN /\ Nat.Odd (D s) \/ U s = TIE /\ D s = n \/ U s = LOSS /\ Nat.Even (D s)).
Proof.
  induction s as [won ts all] using state_induction. intros n filled.
  destruct won; [| destruct ts as [| t ts]].
  - cbn. split; [lia |]. right. right. split; [easy | now exists 0%nat].
  - inversion filled; [| easy]. split; [cbn; lia | right; now left].
  - inversion filled as [| m ? ? _ below]. subst. rewrite Forall_forall in all.
    destruct (goes_on (State false (t :: ts)) eq_refl) as [(c & there & -> & ->) _].
    apply in_map_iff in there as ([a c'] & <- & there). cbn [snd].
    specialize (all _ there m (below _ _ there)). cbn [snd] in all.
    rewrite Nat.Odd_succ, Nat.Even_succ.
    destruct all as [short [[-> ?] | [[-> ?] | [-> ?]]]];
      (split; [lia |]); [right; right | right; left | left]; split; easy || lia.
Qed.

Lemma open_tiles_are n s : fills n s -> open_tiles s = n.
Proof.
  intros filled. induction filled as [| n won [| [a c] ts] some _ below]; cbn; try easy.
  f_equal. eapply below. now left.
Qed.

Lemma filter_none {A} (f : A -> bool) list :
  (forall it, In it list -> f it = false) -> filter f list = [].
Proof.
  induction list as [| it list none]; cbn; intros all; [easy |].
  rewrite all, none; auto.
Qed.

Lemma first_in_range start stop (f : nat -> list evaluation) depth :
  (start <= depth < stop)%nat -> ((depth - start) mod 2 = 0)%nat ->
  f depth <> [] -> (forall less, (start <= less < depth)%nat -> f less = []) ->
  hd_error (flat_map f (range start stop 2)) = hd_error (f depth).
Proof.
  intros between even found none. unfold range.
  enough (forall length from, (start <= from)%nat -> (from <= depth < from + length)%nat ->
    hd_error (flat_map f (filter (fun n => (n - start) mod 2 =? 0)%nat (seq from length))) =
    hd_error (f depth)) as all by (apply all; lia).
  induction length as [| length rest]; intros from low reach; [lia |]. cbn [seq filter].
  destruct (Nat.eq_dec from depth) as [-> | not].
  - rewrite (proj2 (Nat.eqb_eq _ _) even). cbn. destruct (f depth); easy.
  - destruct (_ =? 0)%nat; cbn [flat_map]; [rewrite none by lia; cbn |]; apply rest; lia.
Qed.

Lemma evaluate_is_minimax n s : fills n s -> evaluate s = Some (minimax s).
Proof.
  intros filled. unfold evaluate.
  rewrite alpha_beta_is by easy. rewrite (open_tiles_are n) by easy.
  destruct (outcome s) as [v |] eqn:on; [unfold U; now rewrite (ended _ _ on) |].
  destruct s as [won ts]. pose proof (depths _ _ filled) as [short parity].
  destruct (minimax_chooses won ts on) as
    ([a c] & best & earlier & later & is & before & behind).
  destruct (worth_is a c) as [u d].
  set (s := State won ts) in *.
  assert (U s = - U c) as u' by (unfold U at 1; now rewrite best).
  assert (D s = S (D c)) as d' by (unfold D at 1; now rewrite best).
  assert (minimax s = (U s, D s, Some a)) as ->.
  { unfold U, D. rewrite best. unfold worth. now destruct (minimax c) as [[? ?] ?]. }
  set (keeps := fun plies '((_, child) : nat * state) =>
    ends_within child (- U s) (plies - 1)).
  assert (exists more, filter (keeps (D s)) ts = (a, c) :: more) as [more found].
  { exists (filter (keeps (D s)) later). rewrite is, filter_app.
    rewrite (filter_none _ earlier); cbn.
    - now rewrite (proj2 (ends_within_is _ c _)) by (split; lia).
    - intros [a' c'] it. apply not_true_iff_false. unfold keeps. rewrite ends_within_is.
      apply before in it. destruct (worth_is a' c'). compare. }
  set (start := if U s =? WIN then _ else _).
  assert (1 <= start <= D s /\ (D s - start) mod 2 = 0)%nat as [from even].
  { subst start. unfold WIN, TIE, LOSS in *.
    destruct parity as [[-> [k ->]] | [[-> ->] | [-> [k is']]]]; cbn [Z.eqb Pos.eqb].
    - replace (2 * k + 1 - 1)%nat with (k * 2)%nat by lia.
      split; [lia | now apply Nat.mod_mul].
    - rewrite Nat.sub_diag. split; [lia | easy].
    - replace (D s - 2)%nat with ((k - 1) * 2)%nat by lia.
      split; [lia | now apply Nat.mod_mul]. }
  cbn [transitions s]. fold keeps.
  rewrite (first_in_range _ _ _ (D s)); try lia.
  - fold (keeps (D s)). rewrite found. easy.
  - fold (keeps (D s)). now rewrite found.
  - intros less range. fold (keeps less). rewrite filter_none; [easy |].
    intros [a' c'] it. apply not_true_iff_false. unfold keeps.
    rewrite ends_within_is. intros [same ends].
    destruct (goes_on s on) as [_ all]. specialize (all c' (in_map snd ts _ it)). lia.
Qed.
End Player.

(* Theorems *)

(* The naive search with `>=` plays action 1 and can lose: only action 0 wins. *)
Theorem naive_ge_errs :
  let won := State true [] in
  let choose left right := State false [(0%nat, left); (1%nat, right)] in
  let go_on s := State false [(0%nat, s)] in
  let s := choose (go_on (go_on (go_on (go_on won)))) (choose (go_on won) won) in
  naive ge s (- 2) 2 = (WIN, 3%nat, Some 1%nat) /\
  minimax s = (WIN, 5%nat, Some 0%nat).
Proof. split; reflexivity. Qed.

(* The naive search with `>` returns what minimax returns: utility, depth and action. *)
Theorem naive_gt_exact s inf : 1 <= inf -> naive gt s (- inf) inf = minimax s.
Proof.
  intros large. destruct (naive_tells s (- inf) inf) as (low & high & exact); [lia |].
  pose proof (utilities s). unfold U, LOSS, WIN in *. apply exact. lia.
Qed.

(* Unless the game is over, the depth is one more than the least depth of the children that
   keep the utility. *)
Theorem depth_is_least s : outcome s = None ->
  (exists child, In child (children s) /\
    utility (minimax s) = - utility (minimax child) /\
    depth (minimax s) = S (depth (minimax child))) /\
  forall child, In child (children s) -> - utility (minimax child) = utility (minimax s) ->
    (depth (minimax s) <= S (depth (minimax child)))%nat.
Proof.
  intros on. destruct (goes_on s on) as [some all]. split; [exact some |]. apply all.
Qed.

(* Wins have odd depths, losses even ones, and a tie fills the board. *)
Theorem parity n s : fills n s ->
  utility (minimax s) = WIN /\ Nat.Odd (depth (minimax s)) \/
  utility (minimax s) = TIE /\ depth (minimax s) = n \/
  utility (minimax s) = LOSS /\ Nat.Even (depth (minimax s)).
Proof. intros filled. apply (depths s n filled). Qed.

(* Step 3 is safe: no look at threats, and all children. *)
Theorem all_children : safe (fun _ => false) children.
Proof. intros s _. repeat split; auto using incl_refl; discriminate. Qed.

(* Steps 4 and 5 are safe: children in which the opponent can win at once are left out, and
   the others come in any order. *)
Theorem threats promising :
  (forall s, Permutation (promising s)
    (filter (fun child => negb (wins_next child)) (children s))) ->
  safe wins_next promising.
Proof.
  intros same s no. split; [easy |]. split.
  - intros child it. apply (Permutation_in _ (same s)), filter_In in it. easy.
  - intros none child it. destruct (wins_next child) eqn:loses.
    + right. split; [| easy]. apply not_true_iff_false. intros won.
      apply not_true_iff_false in none. apply none, existsb_exists. now exists child.
    + left. apply (Permutation_in _ (Permutation_sym (same s))), filter_In.
      now rewrite loses.
Qed.

(* Whatever the window, alpha_beta's result is a lower bound of the utility if it is above
   alpha, and an upper bound if it is below beta. So it is exact between them. *)
Theorem alpha_beta_tells can_win promising s plies alpha beta :
  safe can_win promising -> (longest s <= plies)%nat -> alpha < beta ->
  let result := alpha_beta can_win promising plies s alpha beta in
  (alpha < result -> result <= utility (minimax s)) /\
  (result < beta -> utility (minimax s) <= result).
Proof. intros. now apply alpha_beta_bounds. Qed.

(* With its first window, alpha_beta returns minimax's utility. *)
Theorem alpha_beta_exact can_win promising s plies :
  safe can_win promising -> (longest s <= plies)%nat ->
  alpha_beta can_win promising plies s LOSS WIN = utility (minimax s).
Proof. intros. now apply alpha_beta_is. Qed.

(* ends_within says whether a state has this utility, and at most this depth. *)
Theorem ends_within_exact can_win promising s u plies : safe can_win promising ->
  ends_within can_win promising s u plies = true <->
  utility (minimax s) = u /\ (depth (minimax s) <= plies)%nat.
Proof. intros. now apply ends_within_is. Qed.

(* evaluate returns what minimax returns: utility, depth and first best action. *)
Theorem evaluate_exact can_win promising n s : safe can_win promising -> fills n s ->
  evaluate can_win promising s = Some (minimax s).
Proof. intros. now apply (evaluate_is_minimax _ _ H n). Qed.

Print Assumptions naive_ge_errs.
Print Assumptions naive_gt_exact.
Print Assumptions depth_is_least.
Print Assumptions parity.
Print Assumptions all_children.
Print Assumptions threats.
Print Assumptions alpha_beta_tells.
Print Assumptions alpha_beta_exact.
Print Assumptions ends_within_exact.
Print Assumptions evaluate_exact.
