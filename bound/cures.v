(* A bound is not a value: which moves may a player choose from that searches by alpha-beta?

   For trees of whole numbers, of any shape, here is the proof that the cures in README.md,
   beside this file, keep exactly minimax's best moves, and that others don't.

   Check it: `coqc cures.v` (Coq 8.16 and its standard library). For each theorem it prints
   "Closed under the global context": none rests on an axiom.

   here                in Python (README.md)
   Leaf 3, Node [...]  3, [...]: a tree is a number or a list of trees
   inf                 inf, or any other number that no leaf exceeds, either way
   search              search(tree, alpha, beta, sign)[0]
   ge, gt, never       its test for a cut: best >= beta, best > beta, none
   Soft                its form, fail-soft: `best` starts with -inf
   Own, Clamped        fail-hard: `best` starts with alpha, so a node returns at least its
                       own alpha. Where it cuts, a Clamped one returns beta, too.
   loop, kept          the loop at the root, and its `equals`. A player that keeps one move
                       has their first by `value > best`, their last by `value >= best`.
   from_best           the root passes on the best value so far as alpha: no cure
   lowered, forgotten  it passes on one less, or -inf
   again               what equals the best is searched again, with a null window
   minimax             the value by definition
   best_moves          the moves that have the highest value

   The theorems are at the end. *)

From Coq Require Import ZArith List Lia Permutation.
Import ListNotations.
Open Scope Z_scope.

Inductive tree := Leaf (number : Z) | Node (children : list tree).

(* Definitions *)

Inductive form := Soft | Own | Clamped.

Definition ge best beta := best >=? beta.
Definition gt best beta := best >? beta.
Definition never (best beta : Z) := false.

Section Search.

Variable inf : Z.
Variable returns : form.
Variable cuts : Z -> Z -> bool.

Fixpoint minimax (t : tree) (sign : Z) : Z :=
  match t with
  | Leaf n => sign * n
  | Node ts => fold_left (fun best t => Z.max best (- minimax t (- sign))) ts (- inf)
  end.

Fixpoint search (t : tree) (alpha beta sign : Z) : Z :=
  match t with
  | Leaf n => sign * n
  | Node ts =>
      (fix children best ts :=
         match ts with
         | [] => best
         | t :: ts =>
             let value := - search t (- beta) (- Z.max alpha best) (- sign) in
             let best := Z.max best value in
             if cuts best beta
             then match returns with Clamped => beta | _ => best end
             else children best ts
         end) (match returns with Soft => - inf | _ => alpha end) ts
  end.

(* A move: its number, and the tree after it. *)
Definition choice : Type := nat * tree.

Definition enumerate (ts : list tree) : list choice := combine (seq 0 (length ts)) ts.

(* What a move looks like to the root, whose best move so far is worth `best`. *)
Definition looks (alpha_is : Z -> Z) (best : Z) (move : choice) : Z :=
  - search (snd move) (- inf) (- alpha_is best) (-1).

Fixpoint loop (alpha_is : Z -> Z) (best : Z) (equals moves : list choice) :
    Z * list choice :=
  match moves with
  | [] => (best, equals)
  | move :: moves =>
      let value := looks alpha_is best move in
      if value >? best then loop alpha_is value [move] moves
      else if value =? best then loop alpha_is best (equals ++ [move]) moves
      else loop alpha_is best equals moves
  end.

Definition kept alpha_is moves := snd (loop alpha_is (- inf) [] moves).

Definition from_best (best : Z) := best.
Definition lowered best := Z.max (- inf) (best - 1). (* -inf - 1 is -inf, *)
Definition forgotten (best : Z) := - inf.

Definition again (moves : list choice) : list choice :=
  let '(best, equals) := loop from_best (- inf) [] moves in
  let beta := Z.min inf (1 - best) in (* and 1 + inf is inf *)
  let no_worse move := best <=? - search (snd move) (- best) beta (-1) in
  match equals with [] => [] | first :: equals => first :: filter no_worse equals end.

Definition value (move : choice) := - minimax (snd move) (-1).

Definition best_moves (moves : list choice) : list choice :=
  filter (fun move => forallb (fun other => value other <=? value move) moves) moves.

(* No leaf exceeds inf, either way. *)
Inductive finite : tree -> Prop :=
  | finite_leaf n : - inf <= n <= inf -> finite (Leaf n)
  | finite_node ts : 0 <= inf -> Forall finite ts -> finite (Node ts).

Definition all_finite (moves : list choice) := Forall (fun move => finite (snd move)) moves.

(* Lemmas *)

(* All trees have what leaves have, and a node has whenever all of its children do. *)
Fixpoint tree_induction (P : tree -> Prop) (leaf : forall n, P (Leaf n))
    (node : forall ts, Forall P ts -> P (Node ts)) (t : tree) : P t :=
  match t with
  | Leaf n => leaf n
  | Node ts => node ts (list_ind (Forall P) (Forall_nil P)
      (fun t _ all => Forall_cons t (tree_induction P leaf node t) all) ts)
  end.

(* What a result tells: more than alpha means "at least", less than beta "at most"; between
   them it is exact. `strict` is 1 for a search that cuts only above beta: it is exact at
   alpha and beta, too. *)
Definition told strict alpha beta result exact :=
  (alpha < result + strict -> result <= exact) /\
  (result < beta + strict -> exact <= result).

Variable strict : Z.
Hypothesis a_form_with_its_cuts : (strict = 0 \/ strict = 1 /\ returns = Soft) /\
  forall best beta, cuts best beta = true -> beta + strict <= best.

Lemma fold_max (f : tree -> Z) ts : forall start,
  let best := fold_left (fun best t => Z.max best (f t)) ts start in
  start <= best /\
  forall high, start <= high -> (forall t, In t ts -> f t <= high) -> best <= high.
Proof.
  induction ts as [| t ts more]; cbn; intros start; [auto using Z.le_refl |].
  destruct (more (Z.max start (f t))) as [rises stays].
  split; [lia |]. intros high low all. apply stays; auto using Z.max_lub.
Qed.

Lemma search_tells t : forall alpha beta sign, - inf <= alpha -> beta <= inf ->
  told strict alpha beta (search t alpha beta sign) (minimax t sign).
Proof.
  destruct a_form_with_its_cuts as [form above].
  induction t as [n | ts children] using tree_induction; intros alpha beta sign low high;
    [unfold told; cbn; lia |].
  cbn [search minimax].
  match goal with |- told _ _ _ (?children ?start ts) (fold_left ?step ts ?none) =>
    enough (all : forall best exact, told strict alpha beta best exact ->
      told strict alpha beta (children best ts) (fold_left step ts exact));
    [apply all; unfold told; destruct form as [-> | [-> ->]]; [destruct returns |]; lia |]
  end.
  induction children as [| t ts child _ rest]; intros best exact seen; [exact seen |].
  cbn [fold_left].
  specialize (child (- beta) (- Z.max alpha best) (- sign) ltac:(lia) ltac:(lia)).
  set (v := search t _ _ _) in *. set (m := minimax t (- sign)) in *.
  assert (told strict alpha beta (Z.max best (- v)) (Z.max exact (- m))) as now
    by (unfold told in *; lia).
  destruct (cuts _ beta) eqn:cut; [| apply rest, now].
  apply above in cut.
  pose proof (proj1 (fold_max (fun t => - minimax t (- sign)) ts (Z.max exact (- m)))).
  cbn beta in *.
  unfold told in *. destruct returns, form as [-> | [-> ?]]; try discriminate; lia.
Qed.

Lemma minimax_is_finite t : finite t -> forall sign, Z.abs sign = 1 ->
  - inf <= minimax t sign <= inf.
Proof.
  induction t as [n | ts children] using tree_induction; intros small sign one;
    inversion_clear small as [? leaf | ? positive all]; cbn [minimax]; [lia |].
  rewrite Forall_forall in *.
  destruct (fold_max (fun t => - minimax t (- sign)) ts (- inf)) as [low high].
  split; [exact low | apply high; [lia |]]. intros t child.
  specialize (children t child (all t child) (- sign)). lia.
Qed.

(* What equals the best is exact, too: alpha is lower, or -inf. *)
Definition careful alpha_is :=
  forall best, alpha_is best < best + strict \/ alpha_is best = - inf.

Definition up_to_best alpha_is :=
  forall best, - inf <= best -> - inf <= alpha_is best <= best.

(* The lemma that carries all: what looks better than the best is exact, what looks worse is
   worse, and what looks equal is no better. *)
Lemma what_looks_tell alpha_is best move :
  finite (snd move) -> - inf <= alpha_is best <= best ->
  let look := looks alpha_is best move in
  (look > best -> value move = look) /\
  (look <= best -> value move <= look) /\
  (look = best -> careful alpha_is -> value move = look).
Proof.
  intros small alpha. unfold looks, value, careful.
  pose proof (minimax_is_finite _ small (-1) eq_refl).
  pose proof (search_tells (snd move) (- inf) (- alpha_is best) (-1)) as tells.
  destruct a_form_with_its_cuts as [form _]. unfold told in tells.
  repeat split; [lia | lia |]. intros same exact. specialize (exact best). lia.
Qed.

Lemma filter_none (f : choice -> bool) moves :
  (forall move, In move moves -> f move = false) -> filter f moves = [].
Proof.
  induction moves as [| move moves none]; cbn; intros all; [easy |].
  rewrite all, none; auto.
Qed.

Definition worth best move := value move =? best.

(* What holds of the best and its equals when the loop has seen some moves. *)
Definition holds (exact : Prop) seen best equals :=
  - inf <= best /\
  (forall move, In move seen -> value move <= best) /\
  incl equals seen /\
  filter (worth best) equals = filter (worth best) seen /\
  (exact -> forall move, In move equals -> value move = best) /\
  match equals with [] => seen = [] /\ best = - inf | first :: _ => value first = best end.

Lemma loop_holds alpha_is moves :
  up_to_best alpha_is -> all_finite moves ->
  forall seen best equals, holds (careful alpha_is) seen best equals ->
  let '(best, equals) := loop alpha_is best equals moves in
  holds (careful alpha_is) (seen ++ moves) best equals.
Proof.
  intros alpha small. induction small as [| move moves small _ rest];
    intros seen best equals so_far; cbn [loop]; [now rewrite app_nil_r |].
  replace (seen ++ move :: moves) with ((seen ++ [move]) ++ moves)
    by now rewrite <- app_assoc.
  destruct so_far as (low & worse & seen' & same & exact & head).
  pose proof (what_looks_tell alpha_is best move small (alpha best low)) as tells.
  cbn zeta in tells.
  assert (- inf <= value move) as high
    by (pose proof (minimax_is_finite _ small (-1) eq_refl); unfold value; lia).
  set (look := looks alpha_is best move) in *.
  assert (forall best, (forall other, In other seen -> value other <= best) ->
    value move <= best -> forall other, In other (seen ++ [move]) -> value other <= best)
    as all.
  { intros ? old new other [it | [<- | []]]%in_app_or; auto. }
  destruct (Z.gtb_spec look best); [| destruct (Z.eqb_spec look best)]; apply rest;
    unfold holds, worth in *; rewrite ?filter_app; repeat split; try lia.
  - apply all; [intros other it; specialize (worse other it)|]; lia.
  - apply incl_appr, incl_refl.
  - rewrite (filter_none _ seen); [easy |].
    intros other it. specialize (worse other it). lia.
  - intros _ other [<- | []]. lia.
  - apply all; [assumption | lia].
  - now apply incl_app_app.
  - now rewrite same.
  - intros sure other [it | [<- | []]]%in_app_or; [auto |].
    destruct tells as (_ & _ & exactly). rewrite exactly; auto.
  - destruct equals; cbn; [lia | easy].
  - apply all; [assumption | lia].
  - now apply incl_appl.
  - cbn. replace (value move =? best) with false by lia. now rewrite app_nil_r.
  - assumption.
  - destruct equals; [lia | easy].
Qed.

Lemma best_moves_are exact moves best equals : holds exact moves best equals ->
  best_moves moves = filter (worth best) moves.
Proof.
  intros (_ & worse & seen & _ & _ & head). apply filter_ext_in.
  intros move it. unfold worth.
  destruct equals as [| first equals]; [now destruct head as [-> _] |].
  destruct (Z.eqb_spec (value move) best) as [is | less].
  - apply forallb_forall. intros other it'. specialize (worse other it'). lia.
  - specialize (worse move it). destruct (forallb _ moves) eqn:all; [| easy].
    rewrite forallb_forall in all.
    specialize (all first (seen first (or_introl eq_refl))). lia.
Qed.

Lemma root_holds alpha_is moves :
  up_to_best alpha_is -> all_finite moves ->
  let '(best, equals) := loop alpha_is (- inf) [] moves in
  holds (careful alpha_is) moves best equals /\
  best_moves moves = filter (worth best) equals.
Proof.
  intros alpha small.
  pose proof (loop_holds alpha_is moves alpha small [] (- inf) []) as all.
  destruct (loop _ _ _ _) as [best equals]. cbn [app] in all.
  assert (holds (careful alpha_is) moves best equals) as this
    by (apply all; repeat split; try easy; lia).
  split; [easy |]. rewrite (best_moves_are _ _ _ _ this). symmetry. apply this.
Qed.

Lemma first_is_best alpha_is moves :
  up_to_best alpha_is -> all_finite moves ->
  hd_error (kept alpha_is moves) = hd_error (best_moves moves).
Proof.
  intros alpha small. pose proof (root_holds alpha_is moves alpha small) as root.
  unfold kept.
  destruct (loop _ _ _ _) as [best equals], root as [(_ & _ & _ & _ & _ & head) ->].
  destruct equals as [| first equals]; cbn; [easy |].
  now replace (worth best first) with true by (unfold worth; lia).
Qed.

Lemma careful_is_exact alpha_is moves :
  up_to_best alpha_is -> all_finite moves ->
  careful alpha_is -> kept alpha_is moves = best_moves moves.
Proof.
  intros alpha small exact. pose proof (root_holds alpha_is moves alpha small) as root.
  unfold kept.
  destruct (loop _ _ _ _) as [best equals], root as [(_ & _ & _ & _ & equal & _) ->].
  specialize (equal exact). cbn. clear - equal.
  induction equals as [| move equals more]; cbn in *; [easy |].
  replace (worth best move) with true by (symmetry; apply Z.eqb_eq; auto).
  now rewrite <- more by auto.
Qed.

Lemma again_is_exact moves : all_finite moves -> again moves = best_moves moves.
Proof.
  intros small. assert (up_to_best from_best) as alpha
    by (unfold up_to_best, from_best; lia).
  pose proof (root_holds from_best moves alpha small) as root.
  unfold again. destruct (loop _ _ _ _) as [best equals], root as [this ->].
  destruct this as (low & worse & seen & _ & _ & head).
  destruct equals as [| first equals]; [easy |]. cbn [filter].
  replace (worth best first) with true by (unfold worth; lia). f_equal. apply filter_ext_in.
  intros move it. assert (In move moves) as there by (apply seen; now right).
  specialize (worse move there). unfold all_finite in small. rewrite Forall_forall in small.
  pose proof (minimax_is_finite _ (small move there) (-1) eq_refl).
  assert (In first moves) as there' by (apply seen; now left).
  pose proof (minimax_is_finite _ (small first there') (-1) eq_refl).
  pose proof (search_tells (snd move) (- best) (Z.min inf (1 - best)) (-1)) as tells.
  unfold told, worth, value in *. destruct a_form_with_its_cuts as [form _]. lia.
Qed.

Lemma root_is_exact t : finite t -> search t (- inf) inf 1 = minimax t 1.
Proof.
  intros small. pose proof (minimax_is_finite t small 1 eq_refl).
  pose proof (search_tells t (- inf) inf 1) as tells. unfold told in tells.
  destruct a_form_with_its_cuts as [form _]. lia.
Qed.

End Search.

(* Theorems. Unless they say otherwise, they are about fail-soft and fail-hard searches that
   cut only where the best is at least beta, as all three tests do. *)

Definition from_beta (cuts : Z -> Z -> bool) :=
  forall best beta, cuts best beta = true -> beta <= best.

Lemma the_tests_cut_from_beta : from_beta ge /\ from_beta gt /\ from_beta never.
Proof. unfold from_beta, ge, gt, never. repeat split; lia. Qed.

Ltac by_lemma lemma edge :=
  intros; apply lemma with (strict := edge); try split;
  unfold careful, up_to_best, from_best, lowered, forgotten, gt, never in *; try tauto;
  intros; try match goal with cut : _ = true |- _ =>
    try match goal with from : from_beta _ |- _ => apply from in cut end end; lia.

(* The value of the whole tree is exact. *)
Theorem root_value inf returns cuts t : from_beta cuts -> finite inf t ->
  search inf returns cuts t (- inf) inf 1 = minimax inf t 1.
Proof. by_lemma root_is_exact 0. Qed.

(* No cure, and `>=`: in [3, [3, 2]], the second move is worth 2, and is kept. *)
Theorem ge_errs returns : let moves := enumerate [Leaf 3; Node [Leaf 3; Leaf 2]] in
  map fst (kept 9 returns ge from_best moves) = [0; 1]%nat /\
  map fst (best_moves 9 moves) = [0]%nat.
Proof. destruct returns; split; reflexivity. Qed.

(* Shuffle the moves, then play the first of the best: in whatever order they come, it is
   the first of the best moves. So it is without a shuffle, too. *)
Theorem shuffle inf returns cuts moves shuffled : from_beta cuts -> all_finite inf moves ->
  Permutation moves shuffled ->
  hd_error (kept inf returns cuts from_best shuffled) =
    hd_error (best_moves inf shuffled) /\
  forall move, In move (best_moves inf shuffled) <-> In move (best_moves inf moves).
Proof.
  intros from small order. split.
  - assert (all_finite inf shuffled) by (unfold all_finite in *; now rewrite <- order).
    by_lemma first_is_best 0.
  - intros move. unfold best_moves. rewrite !filter_In, !forallb_forall.
    split; intros [it best]; split; eauto using Permutation_in, Permutation_sym.
Qed.

(* Search what equals the best again: exactly the best moves are kept. *)
Theorem search_again inf returns cuts moves : from_beta cuts -> all_finite inf moves ->
  again inf returns cuts moves = best_moves inf moves.
Proof. by_lemma again_is_exact 0. Qed.

(* At the root, lower alpha by one: exactly the best moves are kept. *)
Theorem lower_alpha inf returns cuts moves : from_beta cuts -> all_finite inf moves ->
  kept inf returns cuts (lowered inf) moves = best_moves inf moves.
Proof. by_lemma careful_is_exact 0. Qed.

(* At the root, forget alpha: exactly the best moves are kept. *)
Theorem forget_alpha inf returns cuts moves : from_beta cuts -> all_finite inf moves ->
  kept inf returns cuts (forgotten inf) moves = best_moves inf moves.
Proof. by_lemma careful_is_exact 0. Qed.

(* `>` for `>=`, in a fail-soft search: exactly the best moves are kept. *)
Theorem greater inf moves : all_finite inf moves ->
  kept inf Soft gt from_best moves = best_moves inf moves.
Proof. by_lemma careful_is_exact 1. Qed.

(* No cuts: exactly the best moves are kept. *)
Theorem no_cuts inf moves : all_finite inf moves ->
  kept inf Soft never from_best moves = best_moves inf moves.
Proof. by_lemma careful_is_exact 1. Qed.

(* `>` in a fail-hard search errs: in [3, [2]], if each node's result is clamped to its
   window. *)
Theorem greater_clamped_errs : let moves := enumerate [Leaf 3; Node [Leaf 2]] in
  map fst (kept 9 Clamped gt from_best moves) = [0; 1]%nat /\
  map fst (best_moves 9 moves) = [0]%nat.
Proof. split; reflexivity. Qed.

(* `>` in a fail-hard search errs: in [3, [[2]]], if a node returns its own alpha or
   beta. *)
Theorem greater_own_errs : let moves := enumerate [Leaf 3; Node [Node [Leaf 2]]] in
  map fst (kept 9 Own gt from_best moves) = [0; 1]%nat /\
  map fst (best_moves 9 moves) = [0]%nat.
Proof. split; reflexivity. Qed.

Print Assumptions root_value.
Print Assumptions ge_errs.
Print Assumptions shuffle.
Print Assumptions search_again.
Print Assumptions lower_alpha.
Print Assumptions forget_alpha.
Print Assumptions greater.
Print Assumptions no_cuts.
Print Assumptions greater_clamped_errs.
Print Assumptions greater_own_errs.
